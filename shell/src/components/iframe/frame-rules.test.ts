import { expect, test } from 'vitest'
import { frameAddress, sandboxFor } from './frame-rules.ts'

test.each(['javascript:alert(1)', 'data:text/html,x', 'blob:https://x.example/1', '/films', ''])(
  '[CT:iframe] %j is never loaded into a frame',
  (text) => expect(frameAddress(text)).toBeNull(),
)

test('[CT:iframe] addresses of the web are', () => expect(frameAddress('https://x.example/a')?.host).toBe('x.example'))

test('[CT:iframe] [X52.a] a frame of our own origin never acts as it', () => {
  const tokens = ['allow-scripts', 'allow-same-origin', 'allow-forms']
  const of = (text: string) => sandboxFor(new URL(text), tokens, 'https://cms.example')
  expect(of('https://cms.example/assets/x.html')).toBe('allow-scripts allow-forms')
  expect(of('https://maps.example/')).toBe('allow-scripts allow-same-origin allow-forms')
  expect(sandboxFor(new URL('https://maps.example/'), [], 'https://cms.example')).toBe('')
})

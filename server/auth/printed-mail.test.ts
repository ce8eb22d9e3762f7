import { expect, it } from 'vitest'
import { printedMail } from './printed-mail.ts'

it('[A4] shows a mail line by line, and nothing in it that a terminal would obey', async () => {
  const lines: string[] = []
  const to = { name: 'Ada\n\u001b[2J', address: null }
  await printedMail((line) => lines.push(line)).send({ to, subject: 'A link', text: 'Hello\n\nhttp://cms.test/#x\n' })
  expect(lines).toEqual(['Mail for Ada  [2J: A link', '  Hello', '  ', '  http://cms.test/#x'])
})

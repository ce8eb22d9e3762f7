import { expect, test } from 'vitest'
import { lostTags } from './html-tags.ts'

test('[FT:HTML] what an editor left out of a text is told, a table as one thing', () => {
  expect(lostTags('<p>a <b>b</b></p>', '<p>a <strong>b</strong></p>')).toEqual([])
  const before = '<p>a</p><table><tbody><tr><td>1</td></tr></tbody></table><img src="x">'
  expect(lostTags(before, '<p>a</p><p>1</p>')).toEqual(['table', 'img'])
})

import { expect, test } from 'vitest'
import { pageHeading } from './page-heading.ts'

const page = (data: unknown, labelField?: string) => {
  const configuration = { save: true, create: true, addNew: false, layout: 'stack' as const, mediaType: 'movies' }
  const schema = { mediaType: 'movies', ...(labelField === undefined ? {} : { labelField }) }
  return {
    title: 'Film',
    configuration,
    schema: { configuration, components: [{ key: 'form', title: '', type: 'form', schema }] },
    data: { components: [{ key: 'form', data }] },
  }
}

test('a record heads its page', () =>
  expect(pageHeading(page({ id: 7, values: { title: 'Heat' } }, 'title'))).toEqual({ title: 'Heat', kind: 'Film' }))

test('a new, unnamed or unknown record leaves the page its title', () => {
  expect(pageHeading(page({ id: null, values: { title: 'Heat' } }, 'title'))).toEqual({ title: 'Film' })
  expect(pageHeading(page({ id: 7, values: { title: ' ' } }, 'title'))).toEqual({ title: 'Film' })
  expect(pageHeading(page({ id: 7, values: { title: 'Heat' } }))).toEqual({ title: 'Film' })
  expect(pageHeading(page(null, 'title'))).toEqual({ title: 'Film' })
})

import { expect, test } from 'vitest'
import { pageHeading } from './page-heading.ts'

const page = (data: unknown, labelField?: string, title = 'Film', itemId = '7') => {
  const configuration = {
    save: true,
    create: true,
    addNew: false,
    layout: 'stack' as const,
    mediaType: 'movies',
    itemId,
  }
  const schema = { mediaType: 'movies', ...(labelField === undefined ? {} : { labelField }) }
  return {
    title,
    configuration,
    schema: { configuration, components: [{ key: 'form', title: '', type: 'form', schema }] },
    data: { components: [{ key: 'form', data }] },
  }
}

test('a record heads its page', () =>
  expect(pageHeading(page({ id: 7, values: { title: 'Heat' } }, 'title'))).toEqual({ title: 'Heat', kind: 'Film' }))

test('a new record’s page says that it is new', () => {
  const data = { id: null, values: {} }
  expect(pageHeading(page(data, 'title', 'Film', 'new'))).toEqual({ title: 'New film' })
  expect(pageHeading(page(data, 'title', 'DVD', 'new'))).toEqual({ title: 'New DVD' })
})

test('several records are counted', () =>
  expect(pageHeading(page({ id: null, values: {} }, 'title', 'Film', '7,8,9'))).toEqual({
    title: '3 records',
    kind: 'Film',
  }))

test('an unnamed or unknown record leaves the page its title', () => {
  expect(pageHeading(page({ id: 7, values: { title: ' ' } }, 'title'))).toEqual({ title: 'Film' })
  expect(pageHeading(page({ id: 7, values: { title: 'Heat' } }))).toEqual({ title: 'Film' })
  expect(pageHeading(page(null, 'title'))).toEqual({ title: 'Film' })
})

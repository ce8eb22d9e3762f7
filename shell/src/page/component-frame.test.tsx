import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { PageComponentProps } from '../../../shared/page.ts'
import { hasUnsavedEdits } from '../interaction/dirty.ts'
import { PageContext, type PageContextValue } from '../routing/page-context.ts'
import { ComponentFrame } from './component-frame.tsx'

const { seen, kinds } = vi.hoisted(() => ({
  seen: [] as PageComponentProps[],
  kinds: {
    first: (props: PageComponentProps): ReactNode => {
      seen.push(props)
      return 'the first kind'
    },
    second: (): ReactNode => 'the second kind',
  } as Record<string, (props: PageComponentProps) => ReactNode>,
}))

vi.mock('../components/index.ts', async () => {
  const { createRegistry } = await import('../registry/registry.ts')
  return { components: createRegistry(Object.entries(kinds)) }
})

const SCHEMA = { mediaType: 'movies' }
const DATA = { values: { title: 'Heat' } }

function show({ type = 'first', title = 'Film', itemId }: { type?: string; title?: string; itemId?: string } = {}) {
  const page = { pageKey: 'film', itemId } as PageContextValue
  const html = renderToStaticMarkup(
    <PageContext value={page}>
      <ComponentFrame component={{ schema: { key: 'main', type, title, schema: SCHEMA }, data: DATA }} titled={false} />
    </PageContext>,
  )
  return { html, props: seen.at(-1) as PageComponentProps }
}

afterEach(() => {
  seen.length = 0
})

describe('the renderer of a component', () => {
  test('[CT:type] is chosen by its type', () => {
    expect(show({ type: 'first' }).html).toContain('the first kind')
    expect(show({ type: 'second' }).html).toContain('the second kind')
  })

  test('[CT:type] [RB1] is looked for in bundles for a type that is not built in, not even by inheritance', () => {
    for (const type of ['epg9', '', 'constructor', '__proto__']) {
      const { html } = show({ type })
      expect(html).toContain('aria-label="Loading"')
      expect(html).not.toContain('kind')
    }
  })

  test('[X52.b] of a built-in type that is not there yet tells so calmly', () => {
    const { html } = show({ type: 'epg' })
    expect(html).toContain('not available in this version')
    expect(html).toContain('role="note"')
  })
})

describe('the props of a component', () => {
  test('[PP:componentKey] tell the key its schema and data are paired by', () =>
    expect(show().props.componentKey).toBe('main'))

  test('[PP:title] tell its title', () => expect(show({ title: 'Awards' }).props.title).toBe('Awards'))

  test('[PP:title] tell none where it has none', () => expect(show({ title: '' }).props).not.toHaveProperty('title'))

  test('[PP:schema] hold its schema as the server sent it', () => expect(show().props.schema).toBe(SCHEMA))

  test('[PP:data] hold its data as the server sent it', () => expect(show().props.data).toBe(DATA))

  test('[PP:pageKey] tell the key of its page', () => expect(show().props.pageKey).toBe('film'))

  test.each([
    ['7', [7]],
    ['7,8,9', [7, 8, 9]],
  ])('[PP:pageIds] tell the items of a page of %s', (itemId, ids) =>
    expect(show({ itemId }).props.pageIds).toEqual(ids),
  )

  test.each([undefined, 'new'])('[PP:pageIds] tell none on a page of %s', (itemId) =>
    expect(show(itemId === undefined ? {} : { itemId }).props).not.toHaveProperty('pageIds'),
  )

  test('[PP:isBulkEdit] tell that several items are edited at once', () => {
    expect(show({ itemId: '7,8' }).props.isBulkEdit).toBe(true)
    expect(show({ itemId: '7' }).props).not.toHaveProperty('isBulkEdit')
  })

  test('[PP:setDirty] take the report of unsaved changes', () => {
    const { setDirty } = show({ itemId: '7' }).props
    setDirty?.(true)
    expect(hasUnsavedEdits()).toBe(true)
    setDirty?.(false)
    expect(hasUnsavedEdits()).toBe(false)
  })

  test('are these and no others', () =>
    expect(Object.keys(show({ itemId: '7,8' }).props).sort()).toEqual(
      ['componentKey', 'data', 'isBulkEdit', 'pageIds', 'pageKey', 'schema', 'setDirty', 'title'].sort(),
    ))
})

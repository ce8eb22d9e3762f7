import { memo } from 'react'
import { expect, it } from 'vitest'
import { defineComponents, type PageComponentProps, type RecordData } from './index.ts'

const Known = ({ data, schema, pageIds = [] }: PageComponentProps<RecordData | null>) =>
  `${schema.configuration.colour} ${data?.values.title} ${pageIds.length}`
const OwnShape = ({ data }: PageComponentProps<{ readonly rows: readonly number[] }, { readonly unit: string }>) =>
  String(data.rows.length)
const Extra = ({ colour }: PageComponentProps & { readonly colour: string }) => colour

it('gives the components as they are, by their types', () => {
  const components = defineComponents({ known: Known, ownShape: OwnShape, kept: memo(Known), none: () => null })
  expect(Object.keys(components)).toEqual(['known', 'ownShape', 'kept', 'none'])
  expect(components.known).toBe(Known)
})

it('takes none that needs props which a page does not give, and nothing that is no component', () => {
  // @ts-expect-error the page gives no colour
  const extra = defineComponents({ extra: Extra })
  // @ts-expect-error a text is no component
  const text = defineComponents({ text: 'div' })
  expect([Object.keys(extra), Object.keys(text)]).toEqual([['extra'], ['text']])
})

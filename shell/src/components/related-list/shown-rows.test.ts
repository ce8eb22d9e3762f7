import { expect, test } from 'vitest'
import type { ListColumn } from '../../../../shared/page.ts'
import type { RelatedListSchema } from '../../../../shared/related-list.ts'
import { NO_EDITS } from './edits/list-edits.ts'
import { addedRow, isUnknown } from './shown-rows.ts'
import { isEditable } from './use-list-edits.ts'

const column = (name: string) => ({ name, label: name, widget: 'text', props: {}, validation: {} }) as ListColumn
const schema: RelatedListSchema = {
  ...{
    mediaType: 'items',
    relationKey: 'items[list]',
    columns: ['film', 'note', 'maker'].map(column),
    editable: ['note'],
  },
  ...{ labelField: 'film', defaultSort: '', defaultPageSize: 25, pageSizes: [25], blockSize: 500, ordered: false },
  choose: { mediaType: 'films', labelPlural: 'Films', labelField: 'title', field: 'film' },
  ...{ canRemove: true, removeDeletes: false, childRequired: false, bulk: false },
}

test('[CT:relatedList] what is not known of a record just chosen is not said to be empty', () => {
  const row = { key: 'n1', relatedId: 7, name: 'Heat', values: {}, shown: { film: 7 }, labels: {} }
  const shown = addedRow(row, NO_EDITS, schema)
  expect(['film', 'note', 'maker'].map((name) => isUnknown(shown, name))).toEqual([false, false, true])
  const { relatedId: _, ...made } = row
  expect(isUnknown(addedRow(made, NO_EDITS, schema), 'maker')).toBe(false)
})

test('[CT:relatedList] a list that this user may only read has nothing to be saved', () => {
  const { choose: _, ...readOnly } = { ...schema, editable: [], canRemove: false }
  expect([schema, { ...readOnly, ordered: true }, { ...readOnly, canRemove: true }].map(isEditable)).toEqual([
    true,
    true,
    true,
  ])
  expect(isEditable(readOnly)).toBe(false)
})

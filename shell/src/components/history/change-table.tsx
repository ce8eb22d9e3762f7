import type { HistoryField, HistoryRelation, RelatedNames } from '../../../../shared/history.ts'
import type { FieldSchema } from '../../../../shared/page.ts'
import { RelatedCell } from '../../cells/related.tsx'
import { ChangeValue } from './change-value.tsx'
import { Folded } from './folded.tsx'
import { labelsIn } from './names.ts'

interface ChangeTableProps {
  readonly fields: readonly HistoryField[]
  readonly relations: readonly HistoryRelation[]
  readonly names: RelatedNames
  readonly schemaFields: readonly FieldSchema[]
  readonly heads: readonly [before: string, after: string]
}

/** What differs between two versions, field by field. */
export function ChangeTable({ fields, relations, names, schemaFields, heads }: ChangeTableProps) {
  const [before, after] = heads
  return (
    <table className="mq-changes">
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">{before}</th>
          <th scope="col">{after}</th>
        </tr>
      </thead>
      <tbody>
        {fields.map((change) => {
          const field = schemaFields.find(({ name }) => name === change.name)
          return (
            <tr key={change.name} data-field={change.name}>
              <th scope="row">{change.label}</th>
              <td>
                <Folded value={change.old}>
                  <ChangeValue change={change} side="old" field={field} names={names} />
                </Folded>
              </td>
              <td>
                <Folded value={change.new}>
                  <ChangeValue change={change} side="new" field={field} names={names} />
                </Folded>
              </td>
            </tr>
          )
        })}
        {relations.map((change) => {
          const field = schemaFields.find(({ linkKey }) => linkKey === change.relation)
          const labels = labelsIn(names, change.mediaType)
          const records = (ids: readonly number[]) => (
            <RelatedCell field={field ?? NO_LINK} value={ids} labels={labels} />
          )
          return (
            <tr key={change.relation} data-field={change.relation}>
              <th scope="row">{change.label}</th>
              <td>
                <Records word="removed" count={change.removed.length}>
                  {records(change.removed)}
                </Records>
              </td>
              <td>
                <Records word="added" count={change.added.length}>
                  {records(change.added)}
                </Records>
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

const NO_LINK: FieldSchema = {
  name: '',
  label: '',
  type: '',
  widget: '',
  required: false,
  readOnly: true,
  props: {},
  validation: {},
}

interface RecordsProps {
  readonly word: 'added' | 'removed'
  readonly count: number
  readonly children: React.ReactNode
}

/** Of a relation is told what came and what went, not all there is. */
function Records({ word, count, children }: RecordsProps) {
  if (count === 0) return null
  return (
    <div>
      <span className="mq-changes-word" data-word={word}>
        {word}
      </span>{' '}
      {children}
    </div>
  )
}

import { RecordLink } from '../../widgets/record-link.tsx'
import { RecordSelect } from '../../widgets/record-select.tsx'
import { relatedType } from '../../widgets/related-value.ts'
import { choose, currentRecord } from './choice-state.ts'
import { Context } from './context.tsx'
import type { ChoiceProps } from './related-auto-complete.tsx'

/** The one record of a relation. */
export function OneRecord({ schema, state, change, several, input }: ChoiceProps) {
  const { field, columns, canWrite } = schema
  const record = currentRecord(state)
  const known = state.baseline.records.find(({ id }) => id === record?.id)
  const { link } = field.props
  return (
    <>
      <div className="mq-with-action">
        <RecordSelect
          type={relatedType(field)}
          ids={record === null ? [] : [record.id]}
          labels={record === null ? [] : [record]}
          multiple={false}
          remote
          clearable={!field.required}
          onChange={(ids, labels) =>
            change((now) => choose(now, labels.find(({ id }) => id === ids[0]) ?? null, several))
          }
          input={{ ...input, disabled: !canWrite }}
        />
        {link && record !== null && <RecordLink pageKey={link.pageKey} id={record.id} label={record.label} />}
      </div>
      {known !== undefined && <Context columns={columns} record={known} />}
    </>
  )
}

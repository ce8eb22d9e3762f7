import { CloseOutlined, UndoOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import type { RelatedLabel } from '../../../../shared/page.ts'
import type { RelatedChoice, RelatedChoiceData, RelatedChoiceSchema } from '../../../../shared/page-parts.ts'
import { loadComponent } from '../../api/display.ts'
import { pageLink } from '../../routing/links.ts'
import { usePage } from '../../routing/page-context.ts'
import { RecordSelect } from '../../widgets/record-select.tsx'
import { relatedType } from '../../widgets/related-value.ts'
import { add, append, currentCount, putBack, remove } from './choice-state.ts'
import { Context } from './context.tsx'
import type { ChoiceProps } from './related-auto-complete.tsx'

interface ManyProps extends ChoiceProps {
  readonly componentKey: string
  readonly title: string
}

/** The records of a relation to many, each of which can be taken out, and a search by which others come in. */
export function ManyRecords({ schema, state, change, several, input, componentKey, title }: ManyProps) {
  const { field, canWrite } = schema
  const { baseline, added, removed } = state
  const count = currentCount(state)
  const isShown = baseline.records.length + added.length > 0
  const take = (labels: readonly RelatedLabel[]) => {
    const [record] = labels
    if (record !== undefined) change((now) => add(now, record))
  }
  return (
    <>
      <p className="mq-choice-count" role="status">
        {several ? `${added.length} to add` : count === 0 ? 'None yet' : `${count.toLocaleString()} in all`}
      </p>
      {isShown && (
        <ul className="mq-choice-list" aria-label={title}>
          {baseline.records.map((record) => (
            <Chip
              key={record.id}
              record={record}
              schema={schema}
              is={removed.has(record.id) ? 'removed' : 'there'}
              onPress={() => change((now) => (removed.has(record.id) ? putBack : remove)(now, record.id))}
            />
          ))}
          {added.map((record) => (
            <Chip
              key={record.id}
              record={record}
              schema={schema}
              is="added"
              onPress={() => change((now) => remove(now, record.id))}
            />
          ))}
        </ul>
      )}
      <More componentKey={componentKey} baseline={baseline} onLoaded={(more) => change((now) => append(now, more))} />
      {canWrite && (
        <RecordSelect
          type={relatedType(field)}
          ids={[]}
          labels={[]}
          multiple={false}
          remote
          clearable={false}
          placeholder="Type to search, and choose to add"
          onChange={(_, labels) => take(labels)}
          input={{ ...input, 'aria-label': `Add to ${title}` }}
        />
      )}
    </>
  )
}

interface ChipProps {
  readonly record: RelatedLabel | RelatedChoice
  readonly schema: RelatedChoiceSchema
  readonly is: 'there' | 'added' | 'removed'
  readonly onPress: () => void
}

function Chip({ record, schema, is, onPress }: ChipProps) {
  const { asPrevious } = usePage()
  const { link } = schema.field.props
  const { id, label } = record
  const name = is === 'removed' ? `Put ${label} back` : `Remove ${label}`
  return (
    <li className="mq-choice-chip" data-id={id} data-state={is}>
      {link === undefined ? <span>{label}</span> : <Link to={pageLink(link.pageKey, id, asPrevious)}>{label}</Link>}
      {is !== 'there' && <span className="mq-unseen">{is === 'added' ? '(not saved yet)' : '(will be removed)'}</span>}
      {'values' in record && <Context columns={schema.columns} record={record} />}
      {schema.canWrite && (
        <button type="button" aria-label={name} title={is === 'removed' ? 'Put back' : 'Remove'} onClick={onPress}>
          {is === 'removed' ? <UndoOutlined /> : <CloseOutlined />}
        </button>
      )}
    </li>
  )
}

interface MoreProps {
  readonly componentKey: string
  readonly baseline: RelatedChoiceData
  readonly onLoaded: (more: RelatedChoiceData) => void
}

function More({ componentKey, baseline, onLoaded }: MoreProps) {
  const { pageKey, itemId } = usePage()
  const [state, setState] = useState<'idle' | 'loading' | 'failed'>('idle')
  const left = baseline.count - baseline.records.length
  if (baseline.page + 1 >= baseline.pageCount || left <= 0) return null
  const load = async () => {
    setState('loading')
    try {
      const query = `page=${baseline.page + 1}`
      const { data } = await loadComponent<RelatedChoiceSchema, RelatedChoiceData>(
        { pageKey, itemId, componentKey },
        query,
      )
      if (data.data !== null) onLoaded(data.data)
      setState('idle')
    } catch {
      setState('failed')
    }
  }
  return (
    <div className="mq-choice-more">
      <Button size="small" loading={state === 'loading'} onClick={() => void load()}>
        Show more ({left.toLocaleString()} left)
      </Button>
      {state === 'failed' && (
        <span className="mq-field-error" role="alert">
          They could not be loaded. Try again.
        </span>
      )}
    </div>
  )
}

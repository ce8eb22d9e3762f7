import { RollbackOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { memo, Suspense, useEffect, useMemo, useState } from 'react'
import type { EntityId } from '../../../../shared/envelope.ts'
import type { FieldSchema, RelatedLabel } from '../../../../shared/page.ts'
import { askWhy } from '../../why/asked.ts'
import { WhyLink } from '../../why/why-link.tsx'
import { widgetOf } from '../../widgets/index.ts'
import { type Change, revert, setProblem, setValue } from './form-state.ts'

import { isEmpty } from './same-value.ts'
import { SeveralNote, SeveralValues } from './several-values.tsx'
import { WidgetBoundary } from './widget-boundary.tsx'

interface FieldRowProps {
  readonly prefix: string
  readonly field: FieldSchema
  readonly value: unknown
  readonly edited: boolean
  /** Several records are edited, and they do not all hold the same. */
  readonly several?: boolean
  readonly chosen: readonly RelatedLabel[] | undefined
  readonly loaded: readonly RelatedLabel[] | undefined
  readonly problem: string | undefined
  readonly error: string | undefined
  readonly revision: number
  readonly linkId: number | undefined
  readonly readOnly: boolean
  /** Read-only since several records are edited, which cannot hold the same. */
  readonly perRecord?: boolean
  readonly wide: boolean
  /** The media type, where the reasons for a read-only field are the field's own and not the record's. */
  readonly why: string | undefined
  readonly recordId: EntityId | null
  readonly change: (change: Change) => void
}

/** A field with its label, widget, help and error. Redrawn only when something of its own changes. */
export const FieldRow = memo(function FieldRow(props: FieldRowProps) {
  const { prefix, field, value, chosen, loaded, readOnly, change } = props
  const { component: Widget, neverEmpty = false } = widgetOf(field.widget)
  const id = fieldId(prefix, field.name)
  const message = props.problem ?? props.error
  const changed = props.edited || props.problem !== undefined
  const labels = useMemo(() => [...(chosen ?? []), ...(loaded ?? [])], [chosen, loaded])
  const described = [props.perRecord && `${id}-unique`, field.help && `${id}-help`, message && `${id}-error`]
    .filter(Boolean)
    .join(' ')
  const actions = useMemo(
    () => ({
      onChange: (next: unknown, known?: readonly RelatedLabel[]) =>
        change((state) => setValue(state, field, next, known)),
      onProblem: (problem: string | null) => change((state) => setProblem(state, field.name, problem)),
    }),
    [change, field],
  )
  const { opened, open, close } = useOpened(id, props.several === true)
  const closed = props.several === true && !changed && !opened
  return (
    <div
      className="mq-field"
      data-field={field.name}
      data-wide={props.wide}
      data-changed={changed}
      data-invalid={message !== undefined}
    >
      <div className="mq-field-head">
        <label id={`${id}-label`} htmlFor={field.unreadable === undefined ? id : undefined}>
          {field.label}
          {field.required && !neverEmpty && (
            <span className="mq-required" aria-hidden="true">
              *
            </span>
          )}
        </label>
        {changed && (
          <>
            <span className="mq-dot" role="img" aria-label="changed" title="Changed" />
            <Button
              type="text"
              size="small"
              className="mq-revert"
              icon={<RollbackOutlined />}
              aria-label="Revert"
              aria-describedby={`${id}-label`}
              title="Revert this field"
              onClick={() => {
                close()
                change((state) => revert(state, field.name))
              }}
            />
          </>
        )}
        {readOnly && field.unreadable === undefined && <ReadOnlyMark {...props} />}
      </div>
      {field.unreadable !== undefined ? (
        <Unreadable id={id} field={field} />
      ) : closed ? (
        <SeveralValues id={id} readOnly={readOnly} describedBy={described || undefined} onOpen={open} />
      ) : (
        <WidgetBoundary value={value}>
          <Suspense fallback={<div className="mq-widget-loading" data-widget={field.widget} />}>
            <Widget
              key={props.revision}
              id={id}
              labelId={`${id}-label`}
              field={field}
              value={value ?? null}
              labels={labels}
              linkId={props.linkId}
              disabled={readOnly}
              invalid={message !== undefined}
              describedBy={described === '' ? undefined : described}
              {...actions}
            />
          </Suspense>
        </WidgetBoundary>
      )}
      {props.perRecord && (
        <p id={`${id}-unique`} className="mq-field-help">
          Its values are unique: change it record by record.
        </p>
      )}
      {props.several === true && !closed && (
        <SeveralNote
          set={!props.edited ? 'not yet' : isEmpty(value) ? 'nothing' : 'value'}
          onEmpty={field.required || neverEmpty ? null : () => actions.onChange(field.multiple ? [] : null)}
        />
      )}
      {message !== undefined && (
        <p id={`${id}-error`} className="mq-field-error" role="alert">
          {message}
        </p>
      )}
      {field.help && (
        <p id={`${id}-help`} className="mq-field-help">
          {field.help}
        </p>
      )}
    </div>
  )
})

/** A field of several values is opened by hand, and has the focus then. */
function useOpened(id: string, several: boolean) {
  const [opened, setOpened] = useState(false)
  useEffect(() => {
    if (!opened) return
    const frame = requestAnimationFrame(() => document.getElementById(id)?.focus())
    return () => cancelAnimationFrame(frame)
  }, [opened, id])
  return { opened: several && opened, open: () => setOpened(true), close: () => setOpened(false) }
}

/** In place of a value that is withheld: empty it would look as if there was none. */
function Unreadable({ id, field }: { readonly id: string; readonly field: FieldSchema }) {
  return (
    <p id={id} className="mq-field-unreadable">
      You may not see {field.unreadable}.
      <WhyLink mediaType={field.relatedMediaType ?? ''} id={null} action="read" />
    </p>
  )
}

function ReadOnlyMark({ field, why, recordId, perRecord }: FieldRowProps) {
  if (why === undefined || perRecord) return <span className="mq-readonly">read-only</span>
  const ask = () =>
    askWhy({
      mediaType: why,
      id: recordId,
      action: recordId === null ? 'create' : 'write',
      field: { name: field.name, label: field.label },
    })
  return (
    <button
      type="button"
      className="mq-readonly"
      aria-haspopup="dialog"
      aria-label={`${field.label} is read-only: why can’t I change it?`}
      title="Why can’t I change this?"
      onClick={ask}
    >
      read-only
    </button>
  )
}

export function fieldId(prefix: string, name: string): string {
  return `${prefix}-${name}`
}

import '../../styles/form.css'
import { DeleteOutlined } from '@ant-design/icons'
import { Alert, Button } from 'antd'
import { Suspense, useCallback, useEffect, useMemo, useReducer, useState } from 'react'
import type { FieldSchema, FormData, FormSchema, PageComponentProps } from '../../../../shared/page.ts'
import { lazyPart } from '../../interaction/lazy-part.ts'
import { TabPanel, TabStrip } from '../../interaction/tab-strip.tsx'
import { linkedId } from '../../routing/linked-id.ts'
import { Notice } from '../../states/notice.tsx'
import { WhyLink } from '../../why/why-link.tsx'
import { FormValues } from '../../widgets/form-values.ts'
import { wideFields } from './field-layout.ts'
import { FieldRow } from './field-row.tsx'
import { changedFields, currentValue, type FormState, startForm } from './form-state.ts'
import { HistoryButton } from './history-button.tsx'
import { LeaveGuard } from './leave-guard.tsx'
import { SaveBar } from './save-bar.tsx'
import { useDelete } from './use-delete.ts'
import { useDiscard } from './use-discard.ts'
import { useFieldFocus } from './use-field-focus.ts'
import { useNewest } from './use-newest.ts'
import { type Change, useSave } from './use-save.ts'

const RefusalNotice = lazyPart(() => import('./refusal-notice.tsx').then((module) => module.RefusalNotice))
const ConflictDialog = lazyPart(() => import('./conflict-dialog.tsx').then((module) => module.ConflictDialog))

/** Edits one record of a media type, existing or new. */
export function Form(props: PageComponentProps<FormData | null, FormSchema>) {
  const { schema, data } = props
  if (data === null) return <Alert type="warning" showIcon title="The server sent no values for this form." />
  return <LoadedForm {...props} data={data} schema={schema} />
}

function LoadedForm(props: PageComponentProps<FormData, FormSchema>) {
  const { schema, data, componentKey, isBulkEdit, setDirty } = props
  const { fields, tabs } = schema
  const [state, change] = useReducer(applyChange, null, () => startForm(data, fields))
  const [active, setActive] = useState(tabs[0]?.key ?? '')
  const writable = (data.id === null ? schema.canCreate : schema.canWrite) && !isBulkEdit
  const changed = changedFields(state)
  const dirty = changed.length > 0
  const focusField = useFieldFocus(componentKey, schema, setActive)
  const newest = useNewest(componentKey, fields, change)
  const { save, status, others, forbidden, conflict, resolveConflict, leaving } = useSave({
    componentKey,
    schema,
    state,
    change,
    focusField,
    newest,
  })
  const { remove, deleting, refusal, clearRefusal } = useDelete({ schema, state, change, leaving })
  const record = { mediaType: schema.mediaType, id: data.id } as const
  const saving = data.id === null ? 'create' : 'write'
  const hasHistory = schema.hasHistory && data.id !== null
  const deletable = data.id !== null && schema.canDelete
  const discardAll = useDiscard(state, change)
  const byName = useMemo(() => new Map(fields.map((field) => [field.name, field])), [fields])

  const wide = useMemo(
    () => new Set(tabs.flatMap((tab) => [...wideFields(tab.fields.flatMap((name) => byName.get(name) ?? []))])),
    [tabs, byName],
  )

  useEffect(() => setDirty?.(dirty), [dirty, setDirty])

  const heldIn = useCallback((name: string) => currentValue(state, name), [state])
  const strip = tabs.map((tab) => ({ ...tab, ...tabMarks(tab.fields, state, changed) }))
  const panels = tabs.map((tab) => (
    <TabPanel key={tab.key} id={componentKey} tab={tab.key} active={active} plain={tabs.length < 2}>
      <div className="mq-fields">
        {tab.fields.map((name) => {
          const field = byName.get(name)
          return (
            field && (
              <FieldRow
                key={name}
                {...rowState(state, field)}
                prefix={componentKey}
                wide={wide.has(name)}
                readOnly={!writable || field.readOnly}
                why={writable ? schema.mediaType : undefined}
                recordId={data.id}
                change={change}
              />
            )
          )
        })}
      </div>
    </TabPanel>
  ))

  return (
    <form
      className="mq-form"
      noValidate
      aria-label={props.title || 'Record'}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      {isBulkEdit && <Alert type="info" showIcon title="Several records are open. They are shown, not edited, here." />}
      {!isBulkEdit && !writable && (
        <Alert
          type="info"
          showIcon
          title={data.id === null ? 'You may not create records here.' : 'You may view this record, not change it.'}
          action={<WhyLink {...record} action={saving} />}
        />
      )}
      {(others.length > 0 || forbidden) && (
        <Notice tone="error" title="Not saved" action={forbidden && <WhyLink {...record} action={saving} />}>
          {others.map((text) => (
            <p key={text}>{text}</p>
          ))}
        </Notice>
      )}
      {refusal && data.id !== null && (
        <Suspense fallback={null}>
          <RefusalNotice
            title="Not deleted"
            record={{ ...record, id: data.id }}
            action="delete"
            refusal={refusal}
            onShowNewest={() => void newest().then((shown) => shown && clearRefusal())}
          />
        </Suspense>
      )}
      {tabs.length > 1 && (
        <TabStrip id={componentKey} label="Sections" tabs={strip} active={active} onChange={setActive} />
      )}
      <FormValues value={heldIn}>{panels}</FormValues>
      {(writable || deletable || hasHistory) && (
        <SaveBar
          isNew={data.id === null}
          changes={changed.length}
          status={status}
          errors={errorCount(state)}
          onDiscard={discardAll}
          readOnly={!writable}
          blocked={deleting}
        >
          {schema.hasHistory && data.id !== null && (
            <HistoryButton
              record={{ mediaType: schema.mediaType, id: data.id, etag: state.baseline.etag ?? '' }}
              fields={fields}
              canRestore={writable}
              dirty={dirty}
              newest={newest}
            />
          )}
          {data.id !== null && !schema.canDelete && !isBulkEdit && (
            <WhyLink {...record} action="delete" label="Why can’t I delete it?" />
          )}
          {deletable && (
            <Button
              type="text"
              className="mq-quiet-danger"
              icon={<DeleteOutlined aria-hidden="true" />}
              loading={deleting}
              disabled={status.kind === 'saving'}
              onClick={() => void remove()}
            >
              Delete
            </Button>
          )}
        </SaveBar>
      )}
      {dirty && <LeaveGuard dirty leaving={leaving} />}
      {conflict && (
        <Suspense fallback={null}>
          <ConflictDialog state={state} fresh={conflict} fields={fields} onChoice={resolveConflict} />
        </Suspense>
      )}
    </form>
  )
}

function applyChange(state: FormState, change: Change): FormState {
  return change(state)
}

function rowState(state: FormState, field: FieldSchema) {
  const { name } = field
  return {
    field,
    edited: Object.hasOwn(state.edits, name),
    value: Object.hasOwn(state.edits, name) ? state.edits[name] : state.baseline.values[name],
    chosen: state.labels[name],
    loaded: state.baseline.labels[name],
    problem: state.problems[name],
    error: state.errors[name],
    revision: state.revisions[name] ?? 0,
    linkId: linkedId(field, (other) => (other === 'id' ? state.baseline.id : currentValue(state, other))),
  }
}

function tabMarks(names: readonly string[], state: FormState, changed: readonly string[]) {
  return {
    errors: names.filter((name) => (state.errors[name] ?? state.problems[name]) !== undefined).length,
    changed: names.some((name) => changed.includes(name)),
  }
}

function errorCount(state: FormState): number {
  return new Set([...Object.keys(state.errors), ...Object.keys(state.problems)]).size
}

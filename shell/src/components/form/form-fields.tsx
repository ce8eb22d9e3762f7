import { useCallback, useMemo } from 'react'
import type { FieldSchema, FormSchema } from '../../../../shared/page.ts'
import { TabPanel, TabStrip } from '../../interaction/tab-strip.tsx'
import { linkedId } from '../../routing/linked-id.ts'
import { FormValues } from '../../widgets/form-values.ts'
import { wideFields } from './field-layout.ts'
import { FieldRow } from './field-row.tsx'
import { type Change, changedFields, currentValue, type FormState, isSeveral } from './form-state.ts'

interface FormFieldsProps {
  readonly componentKey: string
  readonly schema: FormSchema
  readonly state: FormState
  readonly change: (change: Change) => void
  readonly active: string
  readonly openTab: (key: string) => void
  readonly writable: boolean
}

/** The fields of a form, on tabs where there are several. */
export function FormFields({ componentKey, schema, state, change, active, openTab, writable }: FormFieldsProps) {
  const { fields, tabs } = schema
  const changed = changedFields(state)
  const byName = useMemo(() => new Map(fields.map((field) => [field.name, field])), [fields])
  const wide = useMemo(
    () => new Set(tabs.flatMap((tab) => [...wideFields(tab.fields.flatMap((name) => byName.get(name) ?? []))])),
    [tabs, byName],
  )
  const heldIn = useCallback((name: string) => currentValue(state, name), [state])
  const strip = tabs.map((tab) => ({ ...tab, ...tabMarks(tab.fields, state, changed) }))
  return (
    <>
      {tabs.length > 1 && (
        <TabStrip id={componentKey} label="Sections" tabs={strip} active={active} onChange={openTab} />
      )}
      <FormValues value={heldIn}>
        {tabs.map((tab) => (
          <TabPanel key={tab.key} id={componentKey} tab={tab.key} active={active} plain={tabs.length < 2}>
            <div className="mq-fields">
              {tab.fields.map((name) => {
                const field = byName.get(name)
                const perRecord = isPerRecord(state, field)
                return (
                  field && (
                    <FieldRow
                      key={name}
                      {...rowState(state, field)}
                      prefix={componentKey}
                      wide={wide.has(name)}
                      readOnly={!writable || field.readOnly || perRecord}
                      perRecord={perRecord && writable && !field.readOnly}
                      why={writable ? schema.mediaType : undefined}
                      recordId={state.baseline.id}
                      change={change}
                    />
                  )
                )
              })}
            </div>
          </TabPanel>
        ))}
      </FormValues>
    </>
  )
}

/** Several records are edited, of which no two can have the same value. */
function isPerRecord({ baseline }: FormState, field: FieldSchema | undefined): boolean {
  return baseline.records !== undefined && field?.validation.unique === true
}

function rowState(state: FormState, field: FieldSchema) {
  const { name } = field
  return {
    field,
    edited: Object.hasOwn(state.edits, name),
    several: isSeveral(state, name),
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

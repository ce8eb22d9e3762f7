import type { FieldSchema, PageComponentProps, RecordData } from '@marquee/remote'
import { Alert, Button, InputNumber, Radio } from '@marquee/remote/ui'
import { useEffect, useId, useState } from 'react'
import { isMixed, shownValue, type Touched } from './touched.ts'
import { useRecordSave } from './use-record-save.ts'

const NONE: Touched = {}

/** Status and running time of one film or of many: what nobody touched stays as it is in each of them. */
export function StatusBoard(props: PageComponentProps<RecordData | null>) {
  const { data, schema, pageIds = [], isBulkEdit = false, setDirty } = props
  const [touched, setTouched] = useState(NONE)
  const [saved, setSaved] = useState(NONE)
  const [note, setNote] = useState<string | null>(null)
  const { save, readNewest, isSaving, problem } = useRecordSave(schema.mediaType ?? 'movies', data)
  const isDirty = Object.keys(touched).length > 0
  useEffect(() => setDirty?.(isDirty), [isDirty, setDirty])
  // what the page was loaded with anew is newer than what was saved here
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new record begins afresh.
  useEffect(() => setSaved(NONE), [data])
  if (data === null || pageIds.length === 0) return <p className="ex-part">Save the film first.</p>

  const known = { ...data, values: { ...data.values, ...saved } }
  const touch = (field: string, value: unknown) => {
    setNote(null)
    setTouched({ ...touched, [field]: value })
  }
  const submit = async () => {
    const outcome = await save(touched)
    if (outcome === 'conflict') {
      await readNewest()
      setNote(
        'Somebody changed these films meanwhile. Look at the page again, or save once more to set what you chose.',
      )
    }
    if (outcome !== 'saved') return
    setSaved({ ...saved, ...touched })
    setTouched(NONE)
    setNote(isBulkEdit ? `Saved in ${pageIds.length} films.` : 'Saved.')
  }
  const fieldOf = (name: string): FieldSchema | undefined => schema.fields.find((field) => field.name === name)
  const status = fieldOf('status')
  const time = fieldOf('running_time')
  const shared = { known, touched, canWrite: schema.canWrite, touch }
  return (
    <div className="ex-part">
      {isBulkEdit && <p className="ex-hint">What you change here is changed in all {pageIds.length} films.</p>}
      {status !== undefined && <Status field={status} {...shared} />}
      {time !== undefined && <Time field={time} {...shared} />}
      {problem !== null && <Alert type="error" title="Nothing was saved" description={problem} />}
      {note !== null && <p role="status">{note}</p>}
      {schema.canWrite && (
        <div className="ex-actions">
          <Button type="primary" onClick={() => void submit()} disabled={!isDirty} loading={isSaving}>
            {isBulkEdit ? `Save in ${pageIds.length} films` : 'Save status'}
          </Button>
          <Button onClick={() => setTouched(NONE)} disabled={!isDirty || isSaving}>
            Discard
          </Button>
        </div>
      )}
    </div>
  )
}

interface PartProps {
  readonly field: FieldSchema
  readonly known: RecordData
  readonly touched: Touched
  readonly canWrite: boolean
  readonly touch: (field: string, value: unknown) => void
}

function Status({ field, known, touched, canWrite, touch }: PartProps) {
  const id = useId()
  return (
    <div>
      <span className="ex-label" id={id}>
        {field.label}
      </span>
      <Radio.Group
        aria-labelledby={id}
        value={shownValue(known, touched, field.name) ?? null}
        onChange={(event) => touch(field.name, event.target.value)}
        disabled={!canWrite || field.readOnly}
        options={(field.enumValues ?? []).map(({ value, label }) => ({ value, label }))}
      />
      {isMixed(known, touched, field.name) && <p className="ex-hint">The films differ.</p>}
    </div>
  )
}

function Time({ field, known, touched, canWrite, touch }: PartProps) {
  const id = useId()
  const value = shownValue(known, touched, field.name)
  return (
    <div>
      <label className="ex-label" htmlFor={id}>
        {field.label}
      </label>
      <InputNumber
        id={id}
        value={typeof value === 'number' ? value : null}
        onChange={(next) => touch(field.name, next)}
        min={1}
        max={1000}
        precision={0}
        disabled={!canWrite || field.readOnly}
      />
      {isMixed(known, touched, field.name) && <p className="ex-hint">The films differ.</p>}
    </div>
  )
}

import type { PageComponentProps, RecordData } from '@marquee/remote'
import { Alert, Button, Input } from '@marquee/remote/ui'
import { useEffect, useId, useState } from 'react'
import { useRecordSave } from './use-record-save.ts'

const LONGEST = 4000

/** Edits one field, saves it by itself, and asks when somebody else was first. */
export function SynopsisEditor({
  title = 'Synopsis',
  data,
  schema,
  isBulkEdit,
  setDirty,
}: PageComponentProps<RecordData | null>) {
  const given = String(data?.values.synopsis ?? '')
  const [stored, setStored] = useState(given)
  const [text, setText] = useState(given)
  const [theirs, setTheirs] = useState<string | null>(null)
  const { save, readNewest, isSaving, problem } = useRecordSave(schema.mediaType ?? 'movies', data)
  const id = useId()
  const isDirty = text !== stored
  useEffect(() => setDirty?.(isDirty), [isDirty, setDirty])
  // what the page was loaded with anew takes the place of what was not touched
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was stored before is only compared with.
  useEffect(() => {
    setStored(given)
    setText((now) => (now === stored ? given : now))
  }, [given])

  const submit = async () => {
    const outcome = await save({ synopsis: text })
    if (outcome === 'saved') setStored(text)
    if (outcome !== 'conflict') return
    const [newest] = await readNewest()
    const now = String(newest?.entity.synopsis ?? '')
    // somebody changed the record, but not this field
    if (now === stored && (await save({ synopsis: text })) === 'saved') setStored(text)
    else if (now !== stored) setTheirs(now)
  }
  const settle = (kept: string) => {
    if (theirs !== null) setStored(theirs)
    setText(kept)
    setTheirs(null)
  }

  if (isBulkEdit) return <p className="ex-part">Open one film to edit its synopsis.</p>
  if (data?.id == null) return <p className="ex-part">Save the film first.</p>
  return (
    <div className="ex-part">
      <div>
        <Input.TextArea
          aria-label={title}
          value={text}
          onChange={(event) => setText(event.target.value)}
          autoSize={{ minRows: 4, maxRows: 14 }}
          maxLength={LONGEST}
          readOnly={!schema.canWrite}
          aria-describedby={`${id}-count`}
        />
        <p className="ex-hint" id={`${id}-count`}>
          {text.trim() === '' ? 0 : text.trim().split(/\s+/).length} words, {LONGEST - text.length} characters left
        </p>
      </div>
      {theirs !== null && (
        <Alert
          type="warning"
          title="Somebody else changed the synopsis meanwhile"
          description={theirs === '' ? 'It is empty now.' : theirs}
          action={
            <div className="ex-actions">
              <Button onClick={() => settle(text)}>Keep mine</Button>
              <Button onClick={() => settle(theirs)}>Take theirs</Button>
            </div>
          }
        />
      )}
      {problem !== null && <Alert type="error" title="It was not saved" description={problem} />}
      {schema.canWrite && (
        <div className="ex-actions">
          <Button
            type="primary"
            onClick={() => void submit()}
            disabled={!isDirty || theirs !== null}
            loading={isSaving}
          >
            Save synopsis
          </Button>
          <Button onClick={() => setText(stored)} disabled={!isDirty || isSaving}>
            Discard
          </Button>
        </div>
      )}
    </div>
  )
}

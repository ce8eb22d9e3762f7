import {
  type ChangedRecord,
  changeRecords,
  isConflict,
  type RecordData,
  readRecord,
  type SeenRecord,
} from '@marquee/remote'
import { useEffect, useRef, useState } from 'react'

/** The records that a page is about, as it saw them: one, several in a bulk edit, none while one is made. */
export function seenRecords(data: RecordData | null): readonly SeenRecord[] {
  if (data?.records !== undefined) return data.records
  return data !== null && data.id !== null && data.etag !== null ? [{ id: data.id, etag: data.etag }] : []
}

export type SaveOutcome = 'saved' | 'conflict' | 'failed'

/** Saves under the tags that were seen, and goes on with the new ones. */
export function useRecordSave(mediaType: string, data: RecordData | null) {
  const [isSaving, setSaving] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const seen = useRef(seenRecords(data))
  // the page was saved or loaded anew: its tags are newer than ours
  useEffect(() => {
    seen.current = seenRecords(data)
  }, [data])

  const save = async (values: Readonly<Record<string, unknown>>): Promise<SaveOutcome> => {
    setSaving(true)
    setProblem(null)
    try {
      seen.current = await changeRecords(mediaType, seen.current, values)
      return 'saved'
    } catch (error) {
      if (isConflict(error)) return 'conflict'
      setProblem(error instanceof Error ? error.message : String(error))
      return 'failed'
    } finally {
      setSaving(false)
    }
  }

  /** The records as they are now: the next save builds on them. */
  const readNewest = async (): Promise<readonly ChangedRecord[]> => {
    const found = await Promise.all(seen.current.map(({ id }) => readRecord(mediaType, id)))
    const newest = found.flatMap((entity) =>
      entity === undefined ? [] : [{ id: entity._id, etag: entity._etag, entity }],
    )
    seen.current = newest
    return newest
  }

  return { save, readNewest, isSaving, problem }
}

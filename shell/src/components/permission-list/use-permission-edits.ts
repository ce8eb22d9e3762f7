import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import {
  type Mark,
  type Marks,
  type PermissionListData,
  type PermissionListSchema,
  type PermissionRow,
  withOwn,
} from '../../../../shared/permission-list.ts'
import { useConfirm } from '../../interaction/confirm.tsx'
import { type Edits, edited, type FieldChoice, fieldMarks, NO_EDITS, switchRow, withMark } from './edits.ts'

const DISCARD = {
  title: 'Discard all changes?',
  text: 'The permissions go back to what is saved.',
  yes: 'Discard',
  no: 'Keep editing',
}

export type PermissionEdits = ReturnType<typeof usePermissionEdits>

/** What was read, what was changed of it, and the rows as they are with the changes. */
export function usePermissionEdits(data: PermissionListData, schema: PermissionListSchema) {
  const [base, setBase] = useState(data)
  const [edits, setEdits] = useState<Edits>(NO_EDITS)
  const [added, setAdded] = useState<readonly PermissionRow[]>([])
  const [active, setActive] = useState<string>(schema.categories[0]?.key ?? '')
  const confirm = useConfirm()

  // the page was read again: what is not being edited follows it
  const untouched = useRef(true)
  untouched.current = edits.size === 0
  useEffect(() => {
    if (untouched.current) setBase(data)
  }, [data])

  const all = useMemo(
    () => [...base.rows, ...added.filter(({ key }) => !base.rows.some((row) => row.key === key))],
    [base, added],
  )
  const saved = useMemo(() => new Map(all.map(({ key, own }) => [key, own])), [all])
  const rows = useMemo(
    () => withOwn(all, ({ key, own }) => (edits.has(key) ? (edits.get(key) ?? null) : own)),
    [all, edits],
  )
  const put = useCallback(
    (changes: readonly (readonly [key: string, own: Marks | null])[]) =>
      setEdits((now) => changes.reduce((next, [key, own]) => edited(next, saved, key, own), now)),
    [saved],
  )
  return {
    rows,
    edits,
    etag: base.etag,
    isAdministrator: base.isAdministrator,
    active,
    setActive,
    mark: useCallback(
      (row: PermissionRow, mark: Mark, given: boolean) => put([[row.key, withMark(row, mark, given)]]),
      [put],
    ),
    choose: useCallback((row: PermissionRow, choice: FieldChoice) => put([[row.key, fieldMarks(choice)]]), [put]),
    put,
    addSwitch: useCallback((name: string) => {
      const row = switchRow(name)
      setAdded((now) => (now.some(({ key }) => key === row.key) ? now : [...now, row]))
      return row
    }, []),
    discard: async () => {
      if (await confirm(DISCARD)) setEdits(NO_EDITS)
    },
    onFresh: useCallback((fresh: PermissionListData, keep: boolean) => {
      setBase(fresh)
      if (keep) {
        const theirs = new Map(fresh.rows.map(({ key, own }) => [key, own]))
        setEdits((now) => [...now].reduce((next, [key, own]) => edited(next, theirs, key, own), NO_EDITS))
      } else setEdits(NO_EDITS)
    }, []),
  }
}

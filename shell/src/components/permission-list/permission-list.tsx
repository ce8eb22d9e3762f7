import '../../styles/form.css'
import '../../styles/list.css'
import '../../styles/permissions.css'
import { Alert } from 'antd'
import { useEffect, useRef } from 'react'
import type { PageComponentProps } from '../../../../shared/page.ts'
import type { PermissionListData, PermissionListSchema } from '../../../../shared/permission-list.ts'
import { SaveBar } from '../../edits/save-bar.tsx'
import { TabPanel, TabStrip } from '../../interaction/tab-strip.tsx'
import { CategoryView } from './category-view.tsx'
import { ConflictNotice, ProblemNotice } from './notices.tsx'
import { TITLES } from './texts.ts'
import { usePermissionEdits } from './use-permission-edits.ts'
import { usePermissionSave } from './use-permission-save.ts'

/** What a user, a group or a client may do: everything there is to permit, what is given here and what comes from elsewhere. */
export function PermissionList(props: PageComponentProps<PermissionListData | null, PermissionListSchema>) {
  const { data } = props
  if (data === null) return <Alert type="warning" showIcon title="The server sent no permissions." />
  return <LoadedList {...props} data={data} />
}

function LoadedList({
  schema,
  data,
  componentKey,
  setDirty,
}: PageComponentProps<PermissionListData, PermissionListSchema>) {
  const form = useRef<HTMLFormElement>(null)
  const state = usePermissionEdits(data, schema)
  const { rows, edits, active, setActive, discard } = state
  const dirty = edits.size > 0
  const { save, status, problems, conflict, resolve } = usePermissionSave({
    componentKey,
    schema,
    rows,
    etag: state.etag,
    dirty,
    onFresh: state.onFresh,
  })
  useEffect(() => setDirty?.(dirty), [dirty, setDirty])
  useSaveKey(form, save)

  const tabs = schema.categories.map(({ key }) => ({
    key,
    title: TITLES[key],
    changed: rows.some((row) => row.category === key && edits.has(row.key)),
  }))
  return (
    <form
      ref={form}
      className="mq-permissions"
      aria-label="Permissions"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      {conflict && <ConflictNotice onResolve={(keep) => void resolve(keep)} />}
      {problems.length > 0 && <ProblemNotice problems={problems} />}
      {state.isAdministrator && (
        <Alert
          type="info"
          showIcon
          title="An administrator may do everything. What is given here counts once the user is none."
        />
      )}
      <TabStrip id={componentKey} label="Kinds of permission" tabs={tabs} active={active} onChange={setActive} />
      {tabs.map(({ key }) => (
        <TabPanel key={key} id={componentKey} tab={key} active={active}>
          <CategoryView category={key} ownerType={schema.owner.type} readOnly={!schema.canWrite} state={state} />
        </TabPanel>
      ))}
      <SaveBar
        isNew={false}
        changes={edits.size}
        errors={0}
        status={status}
        onDiscard={() => void discard()}
        readOnly={!schema.canWrite}
        blocked={false}
      >
        {null}
      </SaveBar>
    </form>
  )
}

/** Ctrl+S saves what is in sight. */
function useSaveKey(form: { readonly current: HTMLElement | null }, save: () => Promise<void>): void {
  const newest = useRef(save)
  newest.current = save
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      if (form.current?.offsetParent == null || document.querySelector('[role="dialog"][aria-modal="true"]')) return
      event.preventDefault()
      void newest.current()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [form])
}

import { DeleteOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { Suspense, useEffect } from 'react'
import type { FormSchema } from '../../../../shared/page.ts'
import { BarActions } from '../../edits/bar-actions.tsx'
import { useEditSums, usePageEdits } from '../../edits/page-edits.ts'
import { lazyPart } from '../../interaction/lazy-part.ts'
import { WhyLink } from '../../why/why-link.tsx'
import type { FormState } from './form-state.ts'
import { HistoryButton } from './history-button.tsx'
import { useDelete } from './use-delete.ts'

const RefusalNotice = lazyPart(() => import('./refusal-notice.tsx').then((module) => module.RefusalNotice))

interface FormActionsProps {
  readonly componentKey: string
  readonly schema: FormSchema
  readonly state: FormState
  readonly writable: boolean
  readonly dirty: boolean
}

/** What else can be done with the form's record: its history, its deletion. A new one, and several, have neither. */
export function FormActions({ componentKey, schema, state, writable, dirty }: FormActionsProps) {
  const { mediaType, canDelete, hasHistory, fields } = schema
  const { id, etag } = state.baseline
  const edits = usePageEdits()
  const { blocked } = useEditSums()
  const { remove, deleting, refusal, clearRefusal } = useDelete({ schema, state })
  useEffect(() => (deleting ? edits.block() : undefined), [deleting, edits])
  if (id === null) return null
  // Asked for when it is wanted: what saves the page is loaded after the form.
  const showNewest = () => edits.commands.current.showNewest()
  return (
    <>
      {refusal && (
        <Suspense fallback={null}>
          <RefusalNotice
            title="Not deleted"
            record={{ mediaType, id }}
            action="delete"
            refusal={refusal}
            onShowNewest={() => void showNewest().then((shown) => shown && clearRefusal())}
          />
        </Suspense>
      )}
      <BarActions componentKey={componentKey}>
        {hasHistory && (
          <HistoryButton
            record={{ mediaType, id, etag: etag ?? '' }}
            fields={fields}
            canRestore={writable}
            dirty={dirty}
            newest={showNewest}
          />
        )}
        {!canDelete && <WhyLink mediaType={mediaType} id={id} action="delete" label="Why can’t I delete it?" />}
        {canDelete && (
          <Button
            type="text"
            className="mq-quiet-danger"
            icon={<DeleteOutlined aria-hidden="true" />}
            loading={deleting}
            disabled={blocked && !deleting}
            onClick={() => void remove()}
          >
            Delete
          </Button>
        )}
      </BarActions>
    </>
  )
}

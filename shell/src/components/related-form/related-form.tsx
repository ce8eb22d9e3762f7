import '../../styles/form.css'
import '../../styles/related-form.css'
import { DeleteOutlined, DisconnectOutlined, PlusOutlined, UndoOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { type ReactNode, useCallback, useReducer, useState } from 'react'
import type { PageComponentProps } from '../../../../shared/page.ts'
import type { RelatedFormData, RelatedFormSchema } from '../../../../shared/page-parts.ts'
import { usePageEdits } from '../../edits/page-edits.ts'
import { WhyLink } from '../../why/why-link.tsx'
import { FormFields } from '../form/form-fields.tsx'
import { type Change, changedFields } from '../form/form-state.ts'
import { useFieldFocus } from '../form/use-field-focus.ts'
import { useFreshData } from '../form/use-fresh-data.ts'
import { isNew, type RelatedState, startRelated, withForm } from './related-state.ts'
import { useRelatedEditor } from './use-related-editor.ts'

type Props = PageComponentProps<RelatedFormData, RelatedFormSchema>

/** Edits the one record that the page's record is related to, as a part of the page. */
export function RelatedForm(props: Props) {
  const { schema, data } = props
  if (schema.unreadable !== undefined) {
    return (
      <Quiet>
        You may not see {schema.unreadable}. <WhyLink mediaType={schema.mediaType} id={null} action="read" />
      </Quiet>
    )
  }
  if (data.withheld) return <Quiet>There is something here that you may not see.</Quiet>
  return <LoadedRelatedForm {...props} />
}

function LoadedRelatedForm({ schema, data, componentKey, title = 'Related record' }: Props) {
  const [state, change] = useReducer(applied, null, () => startRelated(data, schema.fields))
  const [active, setActive] = useState(schema.tabs[0]?.key ?? '')
  const edits = usePageEdits()
  const { form, begun, removed } = state
  const writable = isNew(state) ? schema.canCreate : schema.canWrite
  const changeForm = useCallback((formChange: Change) => change((now) => withForm(now, formChange)), [])
  useRelatedEditor({ componentKey, title, schema, state, change, openTab: setActive })
  useFreshData(data, form, schema.fields, changeForm)
  const focusField = useFieldFocus(componentKey, schema, setActive)
  const begin = () => {
    set({ begun: true })
    focusField(new Set(schema.fields.filter(({ readOnly }) => !readOnly).map(({ name }) => name)))
  }
  const set = (part: Partial<RelatedState>) => change((now) => ({ ...now, ...part }))

  if (removed) {
    return (
      <Quiet
        action={
          <Button size="small" icon={<UndoOutlined aria-hidden="true" />} onClick={() => set({ removed: false })}>
            Undo
          </Button>
        }
      >
        {schema.removal === 'delete' ? 'This is deleted when you save.' : 'This is no longer linked once you save.'}
      </Quiet>
    )
  }
  if (isNew(state) && !begun) {
    return (
      <Quiet
        action={
          schema.canCreate && (
            <Button size="small" icon={<PlusOutlined aria-hidden="true" />} onClick={begin}>
              Begin
            </Button>
          )
        }
      >
        Nothing recorded yet.
      </Quiet>
    )
  }
  const clean = changedFields(form).length === 0
  return (
    <form
      className="mq-form mq-related-form"
      noValidate
      aria-label={title}
      onSubmit={(event) => {
        event.preventDefault()
        edits.commands.current.save()
      }}
    >
      <FormFields
        key={form.baseline.id}
        {...{ componentKey, schema, active, writable }}
        state={form}
        change={changeForm}
        openTab={setActive}
      />
      {isNew(state) && clean && (
        <div className="mq-related-actions">
          <Button size="small" type="text" onClick={() => set({ begun: false })}>
            Leave it empty
          </Button>
        </div>
      )}
      {!isNew(state) && schema.removal !== undefined && (
        <div className="mq-related-actions">
          <Button
            size="small"
            type="text"
            className="mq-quiet-danger"
            icon={
              schema.removal === 'delete' ? (
                <DeleteOutlined aria-hidden="true" />
              ) : (
                <DisconnectOutlined aria-hidden="true" />
              )
            }
            onClick={() => set({ removed: true })}
          >
            {schema.removal === 'delete' ? 'Delete this' : 'Unlink this'}
          </Button>
        </div>
      )}
      {/* Enter in a field saves the page, whose button stands outside. */}
      <button type="submit" hidden disabled={!writable} />
    </form>
  )
}

function Quiet({ children, action }: { readonly children: ReactNode; readonly action?: ReactNode }) {
  return (
    <div className="mq-related-quiet">
      <p>{children}</p>
      {action}
    </div>
  )
}

function applied(state: RelatedState, change: (state: RelatedState) => RelatedState): RelatedState {
  return change(state)
}

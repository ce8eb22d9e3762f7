import '../../styles/form.css'
import '../../styles/related-auto-complete.css'
import { useEffect, useReducer } from 'react'
import type { PageComponentProps } from '../../../../shared/page.ts'
import type { RelatedChoiceData, RelatedChoiceSchema } from '../../../../shared/page-parts.ts'
import { WhyLink } from '../../why/why-link.tsx'
import { type ChoiceChange, type ChoiceState, changeCount, rebaseChoice, startChoice } from './choice-state.ts'
import { ManyRecords } from './many-records.tsx'
import { OneRecord } from './one-record.tsx'
import { useChoiceEditor } from './use-choice-editor.ts'

type Props = PageComponentProps<RelatedChoiceData, RelatedChoiceSchema>

/** What the two kinds of a choice share. */
export interface ChoiceProps {
  readonly schema: RelatedChoiceSchema
  readonly state: ChoiceState
  readonly change: (change: ChoiceChange) => void
  readonly several: boolean
  readonly input: {
    readonly id: string
    readonly status: 'error' | ''
    readonly 'aria-label': string
    readonly 'aria-required': boolean | undefined
    readonly 'aria-invalid': boolean | undefined
    readonly 'aria-describedby': string | undefined
  }
}

/** Chooses the record, or the records, that the page's record is related to, by searching for them. */
export function RelatedAutoComplete(props: Props) {
  const { schema, data, componentKey } = props
  const { field } = schema
  const { title = field.label, isBulkEdit: several = false } = props
  const [state, change] = useReducer(applied, data, startChoice)
  const clean = changeCount(state) === 0
  useEffect(() => {
    if (clean) change((now) => (now.taken === data ? now : rebaseChoice(now, data)))
  }, [data, clean])
  const inputId = `${componentKey}-choice`
  useChoiceEditor({ componentKey, title, schema, state, change, several, inputId })

  if (field.unreadable !== undefined) {
    return (
      <p className="mq-choice mq-field-unreadable">
        You may not see {field.unreadable}. <WhyLink mediaType={schema.mediaType} id={null} action="read" />
      </p>
    )
  }
  const invalid = state.error !== null
  const described = [several && `${inputId}-help`, invalid && `${inputId}-error`].filter(Boolean).join(' ')
  const shared: ChoiceProps = {
    ...{ schema, state, change, several },
    input: {
      id: inputId,
      status: invalid ? 'error' : '',
      'aria-label': title,
      'aria-required': field.required || undefined,
      'aria-invalid': invalid || undefined,
      'aria-describedby': described === '' ? undefined : described,
    },
  }
  return (
    <div className="mq-choice" data-changed={!clean} data-invalid={invalid}>
      {field.multiple ? (
        <ManyRecords {...shared} componentKey={componentKey} title={title} />
      ) : (
        <OneRecord {...shared} />
      )}
      {several && (
        <p id={`${inputId}-help`} className="mq-field-help">
          {field.multiple ? 'What you choose is added to all of them.' : 'What you choose is set for all of them.'}
        </p>
      )}
      {invalid && (
        <p id={`${inputId}-error`} className="mq-field-error" role="alert">
          {state.error}
        </p>
      )}
      {field.help && <p className="mq-field-help">{field.help}</p>}
    </div>
  )
}

function applied(state: ChoiceState, change: ChoiceChange): ChoiceState {
  return change(state)
}

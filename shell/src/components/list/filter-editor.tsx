import { Button, Select } from 'antd'
import { type FormEvent, type KeyboardEvent, Suspense, useState } from 'react'
import type { FilterTerm } from '../../../../shared/filter-ast.ts'
import type { ListColumn } from '../../../../shared/page.ts'
import { filterInputOf } from '../../filters/index.ts'
import { valuesOf } from './filter-model.ts'
import { buildTerm, choiceOf, type OperatorChoice, operatorChoices, takesList } from './operators.ts'
import { isValueList, openListIn } from './value-list.ts'

interface FilterEditorProps {
  readonly columns: readonly ListColumn[]
  readonly initial?: FilterTerm
  readonly onApply: (part: FilterTerm) => void
}

/** One condition: column, operator, value. */
export function FilterEditor({ columns, initial, onApply }: FilterEditorProps) {
  const [column, setColumn] = useState(initial ? columns[0] : undefined)
  const [choice, setChoice] = useState<OperatorChoice | undefined>(
    initial && column ? choiceOf(column, initial) : undefined,
  )
  const [values, setValues] = useState<readonly string[]>(initial ? valuesOf(initial) : [])
  const choices = column ? operatorChoices(column) : []

  const chooseColumn = (name: string) => {
    const next = columns.find((one) => one.name === name)
    setColumn(next)
    chooseOperator(next ? operatorChoices(next)[0] : undefined)
  }
  const chooseOperator = (next: OperatorChoice | undefined) => {
    // A value stays when the new operator can still mean the same by it.
    const keeps =
      choice &&
      next &&
      takesList(choice.operator) === takesList(next.operator) &&
      (choice.relatedField ?? '') === (next.relatedField ?? '')
    if (!keeps || next.operator === 'isempty' || choice.operator === 'isempty')
      setValues(next?.operator === 'isempty' ? ['true'] : [])
    setChoice(next)
  }
  const complete = values.length > 0 && values.every((value) => value !== '')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (column && choice && complete) onApply(buildTerm(column.name, choice, values))
  }
  const keep = (event: KeyboardEvent<HTMLFormElement>) => {
    if (!isValueList(event.target as Element)) return
    // On its own a drop-down takes Tab for a choice, even of what is chosen already, and Enter for a wish to unfold.
    if (event.key === 'Tab') event.stopPropagation()
    if (event.key === 'Enter' && complete && !openListIn(event.currentTarget)) {
      event.stopPropagation()
      submit(event)
    }
  }
  const Value = column && choice ? filterInputOf(column, choice) : null

  return (
    <form className="mq-filter-editor" onSubmit={submit} onKeyDownCapture={keep} aria-label="Filter condition">
      {initial === undefined && (
        <Select
          aria-label="Field"
          className="mq-fill"
          placeholder="Field"
          autoFocus
          defaultOpen
          showSearch={{ optionFilterProp: 'label' }}
          options={columns.map((one) => ({ value: one.name, label: one.label }))}
          value={column?.name ?? null}
          onChange={(name: string) => chooseColumn(name)}
        />
      )}
      {column && choice && (
        <>
          <Select
            aria-label="Condition"
            className="mq-fill"
            options={choices.map((one) => ({ value: one.key, label: one.label }))}
            value={choice.key}
            onChange={(key: string) => chooseOperator(choices.find((one) => one.key === key))}
          />
          {Value && (
            <div className="mq-filter-value">
              <Suspense fallback={<div className="mq-widget-loading" />}>
                <Value
                  key={`${column.name} ${choice.key}`}
                  column={column}
                  list={takesList(choice.operator)}
                  values={values}
                  onChange={setValues}
                />
              </Suspense>
            </div>
          )}
        </>
      )}
      <Button type="primary" htmlType="submit" disabled={!complete}>
        Apply
      </Button>
    </form>
  )
}

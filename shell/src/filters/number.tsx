import { useState } from 'react'
import { parseDecimal } from '../widgets/decimal-text.ts'
import { DraftInput } from '../widgets/draft-input.tsx'
import type { FilterInputProps } from './filter-input.ts'
import { TextFilter } from './text.tsx'

export function NumberFilter(props: FilterInputProps) {
  const [problem, setProblem] = useState<string | null>(null)
  if (props.list) return <TextFilter {...props} />
  return (
    <>
      <DraftInput<string>
        aria-label="Value"
        autoFocus
        inputMode="decimal"
        status={problem === null ? '' : 'error'}
        value={props.values[0] ?? null}
        parse={(text) => parseDecimal(text)}
        print={String}
        onValue={(value) => props.onChange(value === null ? [] : [value])}
        onProblem={(message) => {
          setProblem(message)
          if (message !== null) props.onChange([])
        }}
      />
      {problem !== null && (
        <p className="mq-field-error" role="alert">
          {problem}
        </p>
      )}
    </>
  )
}

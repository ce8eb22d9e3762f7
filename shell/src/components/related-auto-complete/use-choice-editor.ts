import type { RelatedChoiceData, RelatedChoiceSchema } from '../../../../shared/page-parts.ts'
import type { RelatedChoiceEdits } from '../../../../shared/page-save.ts'
import type { Editor } from '../../edits/editor.ts'
import { useEditor } from '../../edits/page-edits.ts'
import { usePage } from '../../routing/page-context.ts'
import {
  type ChoiceChange,
  type ChoiceState,
  changeCount,
  choiceEdits,
  choiceFault,
  discardChoice,
  mergeChoice,
  refusedChoice,
  restoreChoice,
  settleChoice,
} from './choice-state.ts'

interface ChoiceEditorOptions {
  readonly componentKey: string
  readonly title: string
  readonly schema: RelatedChoiceSchema
  readonly state: ChoiceState
  readonly change: (change: ChoiceChange) => void
  readonly several: boolean
  /** Of the input. */
  readonly inputId: string
}

/** Makes a choice of related records part of its page's save. */
export function useChoiceEditor(options: ChoiceEditorOptions): void {
  const { componentKey, title, schema, state, change, several, inputId } = options
  const { mediaType = '' } = usePage().configuration
  const { pageRecords: records } = state.baseline
  // what only adds to a relation overwrites nothing
  const touched = state.chosen === undefined ? [] : [schema.field]
  const editor: Editor = {
    key: componentKey,
    title,
    changes: changeCount(state),
    ...(records === undefined ? {} : { bulk: { mediaType, labelField: undefined, records, touched } }),
    problems: state.error === null ? 0 : 1,
    check: () => {
      const error = choiceFault(state, schema, several)
      change((now) => ({ ...now, error }))
      return error === null
    },
    focusProblem: () => document.getElementById(inputId)?.focus(),
    collect: () => choiceEdits(state),
    settle: (sent, fresh) =>
      change((now) => settleChoice(now, sent as RelatedChoiceEdits, (fresh ?? now.baseline) as RelatedChoiceData)),
    refuse: (errors) => {
      const { error, others } = refusedChoice(errors)
      change((now) => ({ ...now, error }))
      return others
    },
    merge: (fresh) => mergeChoice(state, (fresh ?? state.baseline) as RelatedChoiceData, schema, change),
    discard: () => {
      change(discardChoice)
      return () => change((now) => restoreChoice(now, state))
    },
  }
  useEditor(schema.canWrite ? editor : null)
}

import type { HistoryField, RelatedNames } from '../../../../shared/history.ts'
import type { FieldSchema } from '../../../../shared/page.ts'
import { Cell } from '../../cells/cell.tsx'
import { htmlText, plainText } from '../../cells/plain-text.ts'
import { RelatedCell } from '../../cells/related.tsx'
import { labelsIn } from './names.ts'
import { differingParts, type TextParts } from './text-difference.ts'

interface ChangeValueProps {
  readonly change: HistoryField
  readonly side: 'old' | 'new'
  /** The form's own field of that name, which knows how the value is read. */
  readonly field: FieldSchema | undefined
  readonly names: RelatedNames
}

/** One side of a change. */
export function ChangeValue({ change, side, field, names }: ChangeValueProps) {
  const value = change[side]
  if (change.mediaType !== undefined && value !== null)
    return <RelatedCell field={field ?? plainField(change)} value={value} labels={labelsIn(names, change.mediaType)} />
  const [one, other] = [textOf(change.old, field), textOf(change.new, field)]
  const parts = one === null || other === null ? null : differingParts(one, other)
  if (parts !== null) return <Marked parts={side === 'old' ? parts[0] : parts[1]} side={side} />
  const text = textOf(value, field)
  if (text !== null && text !== '') return text
  return <Cell field={field ?? plainField(change)} value={value} labels={[]} />
}

function Marked({
  parts: { before, middle, after },
  side,
}: {
  readonly parts: TextParts
  readonly side: 'old' | 'new'
}) {
  const Mark = side === 'old' ? 'del' : 'ins'
  return (
    <>
      {before}
      {middle !== '' && <Mark>{middle}</Mark>}
      {after}
    </>
  )
}

const TEXTS = new Set(['text', 'textarea', 'html'])

/** The value as running text, where it is one. */
function textOf(value: unknown, field: FieldSchema | undefined): string | null {
  if (field === undefined) return typeof value === 'object' ? null : plainText(value)
  if (!TEXTS.has(field.widget) || typeof value !== 'string') return null
  return field.widget === 'html' ? htmlText(value) : value
}

/** A field that the form does not show, or that is no more. */
function plainField({ name, label }: HistoryField): FieldSchema {
  return { name, label, type: '', widget: '', required: false, readOnly: true, props: {}, validation: {} }
}

import { shorten } from './brief.ts'
import type { CellProps } from './cell.tsx'
import { More } from './more.tsx'
import { tagTone } from './tag-tone.ts'

export function EnumCell({ field, value, brief = false }: CellProps) {
  const values = (Array.isArray(value) ? value : [value]).map(String)
  const labelOf = (item: string) => field.enumValues?.find((option) => option.value === item)?.label ?? item
  const { shown, more } = shorten(values, brief)
  return (
    <>
      {shown.map((item) => (
        <span key={item} className="mq-tag" data-tone={tagTone(item)}>
          {labelOf(item)}
        </span>
      ))}
      <More count={more} all={values.map(labelOf)} />
    </>
  )
}

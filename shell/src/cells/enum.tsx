import type { CellProps } from './cell.tsx'

export function EnumCell({ field, value }: CellProps) {
  const values = Array.isArray(value) ? value : [value]
  return values.map((item) => (
    <span key={String(item)} className="mq-tag">
      {field.enumValues?.find((option) => option.value === item)?.label ?? String(item)}
    </span>
  ))
}

import { useState } from 'react'
import { isFileAddress } from '../widgets/web-address.ts'
import type { CellProps } from './cell.tsx'
import { plainText } from './plain-text.ts'

export function ImageCell({ field, value }: CellProps) {
  const [broken, setBroken] = useState(false)
  const source = plainText(value)
  if (broken || !isFileAddress(source)) return <span className="mq-thumb mq-thumb-none" title={source} />
  return (
    <img
      className="mq-thumb"
      src={source}
      alt={field.label}
      loading="lazy"
      decoding="async"
      onError={() => setBroken(true)}
    />
  )
}

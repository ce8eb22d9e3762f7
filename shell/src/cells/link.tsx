import { isFileAddress, isWebAddress } from '../widgets/web-address.ts'
import type { CellProps } from './cell.tsx'
import { plainText } from './plain-text.ts'

export function UrlCell({ value }: CellProps) {
  const text = plainText(value)
  return isWebAddress(text) ? (
    <Outside to={text} text={text.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '')} />
  ) : (
    text
  )
}

export function FileCell({ value }: CellProps) {
  const text = plainText(value)
  return isFileAddress(text) ? <Outside to={text} text={text.split(/[?#]/)[0]?.split('/').at(-1) || text} /> : text
}

export function EmailCell({ value }: CellProps) {
  const text = plainText(value)
  return <a href={`mailto:${encodeURIComponent(text).replace('%40', '@')}`}>{text}</a>
}

function Outside({ to, text }: { readonly to: string; readonly text: string }) {
  return (
    <a href={to} target="_blank" rel="noreferrer" title={to}>
      {text}
    </a>
  )
}

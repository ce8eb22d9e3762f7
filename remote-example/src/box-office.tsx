import type { PageComponentProps } from '../../shared/page.ts'
import { type BoxOfficeData, sharesOf } from './shares.ts'

/** Where a film earned its money, as one bar. */
export function BoxOffice({ componentKey, title = 'Box office', data }: PageComponentProps<BoxOfficeData>) {
  const shares = sharesOf(data)
  if (shares === null) return <p>No grosses are known for this film.</p>
  const heading = `${componentKey}-title`
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading}>{title}</h2>
      <div style={{ display: 'flex', height: 12, borderRadius: 6, overflow: 'hidden' }} aria-hidden="true">
        {shares.map(({ label, color, percent }) => (
          <div key={label} style={{ width: `${percent}%`, background: color }} />
        ))}
      </div>
      <dl>
        {shares.map(({ label, amount, percent }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              {amount.toLocaleString('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 0 })} (
              {Math.round(percent)} %)
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

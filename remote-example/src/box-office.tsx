import type { PageComponentProps, RecordData } from '@marquee/remote'
import { Skeleton } from '@marquee/remote/ui'
import { dollars, type Grosses, sharesOf } from './shares.ts'
import { useDirectorsFilms } from './use-directors-films.ts'

/** Where a film earned its money, and what its director's other films did: it reads, and writes nothing. */
export function BoxOffice({ data, isBulkEdit }: PageComponentProps<RecordData | null>) {
  if (isBulkEdit) return <p className="ex-part">Open one film to see where it earned its money.</p>

  const shares = data === null ? null : sharesOf(data.values as Grosses)
  const director = data?.labels.director?.[0]
  return (
    <div className="ex-part">
      {shares === null ? (
        <p>No grosses are known for this film.</p>
      ) : (
        <>
          <div className="ex-bar" aria-hidden="true">
            {shares.map(({ label, color, percent }) => (
              <div key={label} className={color} style={{ width: `${percent}%` }} />
            ))}
          </div>
          <dl className="ex-figures">
            {shares.map(({ label, color, amount, percent }) => (
              <div key={label}>
                <dt>
                  <span className={`ex-key ${color}`} />
                  {label}
                </dt>
                <dd>
                  {dollars(amount)} ({Math.round(percent)} %)
                </dd>
              </div>
            ))}
          </dl>
        </>
      )}
      {director !== undefined && <Films director={director} but={data?.id ?? null} />}
    </div>
  )
}

function Films({ director, but }: { director: { id: number; label: string }; but: number | null }) {
  const found = useDirectorsFilms(director.id, but)
  return (
    <section aria-label={`Films of ${director.label}`}>
      <h3>Also by {director.label}</h3>
      {found.kind === 'loading' && <Skeleton active title={false} paragraph={{ rows: 3 }} />}
      {found.kind === 'failed' && <p role="alert">They could not be read: {found.reason}</p>}
      {found.kind === 'found' && found.films.length === 0 && <p className="ex-hint">No other film is known.</p>}
      {found.kind === 'found' && found.films.length > 0 && (
        <ul className="ex-films">
          {found.films.map(({ id, title, year, gross }) => (
            <li key={id}>
              <a href={`/p/film/${id}`}>{title}</a>
              <span className="ex-aside">{year}</span>
              <span className="ex-aside">{gross}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

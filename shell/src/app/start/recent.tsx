import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import type { RecentChange } from '../../../../shared/history.ts'
import { timeAgo } from '../../interaction/time-ago.ts'
import { pageLink } from '../../routing/links.ts'
import { useRecent } from './use-recent.ts'
import type { PagesByType } from './use-record-pages.ts'

const EXACT = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'long' })

/** What was changed last. Nothing at all while nobody has changed anything: there is no history then, or none is kept. */
export function Recent({ pages }: { readonly pages: PagesByType }) {
  const [mine, setMine] = useState(false)
  const { entries, error, retry } = useRecent(mine)
  if (!mine && error === null && entries?.length === 0) return null
  return (
    <section className="mq-start-recent" aria-labelledby="recent">
      <div className="mq-start-head">
        <h2 id="recent">Recently changed</h2>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset brings a border and a legend. */}
        <div className="mq-segments" role="group" aria-label="Changed by">
          <button type="button" aria-pressed={!mine} onClick={() => setMine(false)}>
            Everyone
          </button>
          <button type="button" aria-pressed={mine} onClick={() => setMine(true)}>
            You
          </button>
        </div>
      </div>
      {error === null ? <Entries entries={entries} pages={pages} /> : <Failed retry={retry} />}
    </section>
  )
}

function Failed({ retry }: { readonly retry: () => void }) {
  return (
    <div className="mq-start-none" role="alert">
      What was changed lately cannot be told just now.{' '}
      <Button size="small" onClick={retry}>
        Try again
      </Button>
    </div>
  )
}

const BONES = Array.from({ length: 6 }, (_, index) => index)

function Entries({
  entries,
  pages,
}: {
  readonly entries: readonly RecentChange[] | null
  readonly pages: PagesByType
}) {
  if (entries === null) {
    return (
      <div className="mq-start-bones" role="status" aria-label="Loading">
        {BONES.map((bone) => (
          <div key={bone} className="mq-bone" />
        ))}
      </div>
    )
  }
  if (entries.length === 0) return <p className="mq-start-none">You have changed nothing lately.</p>
  const now = Date.now()
  return (
    <ul className="mq-start-list">
      {entries.map((entry) => (
        <li key={`${entry.mediaType}/${entry.id}`}>
          <span className="mq-start-name">
            <Name entry={entry} pages={pages} />
            <span className="mq-muted">{pages[entry.mediaType]?.label}</span>
          </span>
          <span className="mq-start-who" title={entry.user.name}>
            {entry.user.name}
          </span>
          <time className="mq-muted" dateTime={entry.at} title={EXACT.format(new Date(entry.at))}>
            {entry.operation === 'Added' ? 'created ' : ''}
            {timeAgo(Date.parse(entry.at), now)}
          </time>
        </li>
      ))}
    </ul>
  )
}

function Name({ entry, pages }: { readonly entry: RecentChange; readonly pages: PagesByType }) {
  const { itemPageKey, listPageKey } = pages[entry.mediaType] ?? {}
  const name = entry.name.trim() === '' ? `#${entry.id}` : entry.name
  if (itemPageKey === undefined) return <span title={name}>{name}</span>
  return (
    <Link to={pageLink(itemPageKey, entry.id, listPageKey)} title={name}>
      {name}
    </Link>
  )
}

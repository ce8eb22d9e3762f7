import '../styles/why.css'
import { CheckCircleOutlined, StopOutlined } from '@ant-design/icons'
import { Button, Modal } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { Explanation, PermissionHolder } from '../../../shared/explanation.ts'
import type { RecordPages } from '../../../shared/page.ts'
import { isAbort } from '../api/api-error.ts'
import { loadRecordPages } from '../api/display.ts'
import { loadExplanation, type WhyQuestion } from '../api/explain.ts'
import { filteredLink, pageLink } from '../routing/links.ts'
import { ErrorState } from '../states/error-state.tsx'
import { adviceOf, groupsText, holderText, type Sentence, sentencesOf, titleOf } from './sentences.ts'

type Pages = Readonly<Record<string, RecordPages>>

/** What withholds an action from the user, or grants it, in sentences; administrators are led to whom it names. */
export function WhyDialog({ question, onClose }: { readonly question: WhyQuestion; readonly onClose: () => void }) {
  const close = useRef<HTMLButtonElement>(null)
  return (
    <Modal
      open
      width={520}
      title={titleOf(question)}
      onCancel={onClose}
      afterOpenChange={(open) => open && close.current?.focus()}
      footer={
        <Button ref={close} autoFocus onClick={onClose}>
          Close
        </Button>
      }
    >
      <Body question={question} />
    </Modal>
  )
}

interface Loaded {
  readonly explanation: Explanation
  readonly pages: Pages
}

function Body({ question }: { readonly question: WhyQuestion }) {
  const { loaded, error, retry } = useExplanation(question)
  if (error !== null) return <ErrorState error={error} onRetry={retry} />
  if (loaded === null) {
    return (
      <div className="mq-why-bones" role="status" aria-label="Loading">
        <div className="mq-bone" />
        <div className="mq-bone" />
        <div className="mq-bone" />
      </div>
    )
  }
  const { explanation, pages } = loaded
  const records = pages[question.mediaType]?.labelPlural ?? 'records of this kind'
  const sentences = sentencesOf(explanation, { records, field: question.field?.label ?? '' })
  const advice = adviceOf(explanation)
  const groups = groupsText(explanation)
  return (
    <div className="mq-why-body" role="status">
      {advice === null && <p>Nothing withholds it from you now. Load the page again to see it as it is.</p>}
      <ul>
        {sentences.map((sentence) => (
          <Line key={sentence.text} sentence={sentence} pages={pages} mediaType={question.mediaType} />
        ))}
      </ul>
      {advice !== null && groups !== null && <p className="mq-muted">{groups}</p>}
      {advice !== null && <p>{advice}</p>}
    </div>
  )
}

interface LineProps {
  readonly sentence: Sentence
  readonly pages: Pages
  readonly mediaType: string
}

function Line({ sentence: { allows, text, holders, isDefinition }, pages, mediaType }: LineProps) {
  const Icon = allows ? CheckCircleOutlined : StopOutlined
  const definitions = isDefinition ? pages.adm_mediatypes?.listPageKey : undefined
  return (
    <li data-allows={allows}>
      <span role="img" aria-label={allows ? 'Given' : 'Withheld'}>
        <Icon aria-hidden="true" />
      </span>
      <span>
        {text}
        {holders.map((holder, index) => (
          <span key={`${holder.kind} ${holder.name} ${holder.source?.id ?? ''}`}>
            {index === 0 ? (allows ? ' through ' : ', by ') : ' and '}
            <Holder holder={holder} pages={pages} />
          </span>
        ))}
        {holders.length > 0 && '.'}
        {definitions !== undefined && (
          <>
            {' '}
            <Link to={filteredLink(definitions, `name_$eq_${mediaType}`)}>See its definition</Link>
          </>
        )}
      </span>
    </li>
  )
}

const HOLDERS = { user: 'users', group: 'groups', client: 'oauth_clients' } as const

function Holder({ holder, pages }: { readonly holder: PermissionHolder; readonly pages: Pages }) {
  const page = pages[HOLDERS[holder.kind]]?.itemPageKey
  if (holder.id === undefined || page === undefined) return <>{holderText(holder)}</>
  return <Link to={pageLink(page, holder.id)}>{holderText(holder)}</Link>
}

function useExplanation(question: WhyQuestion) {
  const [attempt, setAttempt] = useState(0)
  const [loaded, setLoaded] = useState<Loaded | null>(null)
  const [error, setError] = useState<unknown>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt asks again.
  useEffect(() => {
    const abort = new AbortController()
    setLoaded(null)
    setError(null)
    // names are better than keys, and the reasons are good without them
    const pages = loadRecordPages(abort.signal).catch((): Pages => ({}))
    Promise.all([loadExplanation(question, abort.signal), pages]).then(
      ([explanation, known]) => {
        if (!abort.signal.aborted) setLoaded({ explanation, pages: known })
      },
      (failure: unknown) => {
        if (!isAbort(failure) && !abort.signal.aborted) setError(failure)
      },
    )
    return () => abort.abort()
  }, [question, attempt])
  return { loaded, error, retry: () => setAttempt((count) => count + 1) }
}

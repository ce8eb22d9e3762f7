import '../../styles/account.css'
import { useCallback, useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { useTitle } from '../../routing/use-title.ts'
import { useSections } from './use-sections.ts'

/** What belongs to the signed-in user: profile, ways to sign in, and what is signed in as the user. */
export function AccountPage() {
  useTitle('Account')
  const { hash, key } = useLocation()
  const sections = useSections()
  const marked = hash === '' ? sections[0]?.key : hash.slice(1)
  const [revision, setRevision] = useState(0)
  const changed = useCallback(() => setRevision((count) => count + 1), [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the same address once more leads there once more.
  useEffect(() => {
    const target = hash === '' ? null : document.getElementById(hash.slice(1))
    target?.scrollIntoView()
    target?.focus({ preventScroll: true })
  }, [hash, key, sections.length])

  return (
    <div className="mq-page mq-account">
      <h1>Account</h1>
      <div className="mq-account-columns">
        <nav aria-label="Sections">
          <ul>
            {sections.map((section) => (
              <li key={section.key}>
                <Link to={`#${section.key}`} aria-current={marked === section.key ? 'location' : undefined}>
                  {section.title}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div className="mq-account-sections">
          {sections.map(({ key: name, title, about, Content }) => (
            <section key={name} id={name} tabIndex={-1} aria-labelledby={`${name}-title`}>
              <h2 id={`${name}-title`}>{title}</h2>
              {about !== undefined && <p className="mq-muted">{about}</p>}
              <Content revision={revision} changed={changed} />
            </section>
          ))}
        </div>
      </div>
    </div>
  )
}

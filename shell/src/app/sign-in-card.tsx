import type { ReactNode } from 'react'
import { Logo } from './logo.tsx'

interface SignInCardProps {
  /** The page's heading, where it is not the name of the application. */
  readonly heading?: string
  readonly about: string
  readonly children: ReactNode
}

/** The card in the middle of pages that nobody needs to be signed in for. */
export function SignInCard({ heading, about, children }: SignInCardProps) {
  const Brand = heading === undefined ? 'h1' : 'p'
  return (
    <main className="mq-login">
      <div className="mq-login-card">
        <Brand className="mq-login-title">
          <Logo /> Marquee
        </Brand>
        {heading !== undefined && <h1 className="mq-login-heading">{heading}</h1>}
        <p className="mq-login-about">{about}</p>
        {children}
      </div>
    </main>
  )
}

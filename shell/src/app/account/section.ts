import type { ComponentType } from 'react'

export interface SectionProps {
  /** Grows when another section changed what this one may show. */
  readonly revision: number
  /** To be called after a change that ends sign-ins, or adds some: the other sections load anew. */
  readonly changed: () => void
}

/** One part of the account page. */
export interface AccountSection {
  /** What its address ends in: `/account#<key>`. */
  readonly key: string
  readonly title: string
  /** A line under the title. */
  readonly about?: string
  /** Whether there is such a section for this user; there is unless it says. */
  readonly appears?: (signal: AbortSignal) => Promise<boolean>
  /** What stands under the title; it loads what it shows itself. */
  readonly Content: ComponentType<SectionProps>
}

import { createContext, type ReactNode, Suspense, use, useCallback, useState } from 'react'
import { lazyPart } from './lazy-part.ts'
import { PlainConfirm } from './plain-confirm.ts'

export interface Question {
  readonly title: string
  readonly text: string
  /** What is lost, one by one, each with how much of it there is. */
  readonly losses?: readonly { readonly what: string; readonly amount: string }[]
  /** The answer that loses something. */
  readonly yes: string
  readonly no: string
}

interface Asked extends Question {
  readonly answer: (yes: boolean) => void
}

/** Its own file, since few pages ever ask. */
export const ConfirmDialog = lazyPart(
  () => import('./confirm-dialog.tsx').then((module) => module.ConfirmDialog),
  PlainConfirm,
)
const ConfirmContext = createContext<(question: Question) => Promise<boolean>>(() => Promise.resolve(false))

/** Asks before something is lost; `true` when the user goes on. */
export function useConfirm(): (question: Question) => Promise<boolean> {
  return use(ConfirmContext)
}

export function ConfirmProvider({ children }: { readonly children: ReactNode }) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const ask = useCallback(
    (question: Question) =>
      new Promise<boolean>((resolve) => {
        const answer = (yes: boolean) => {
          setAsked(null)
          resolve(yes)
        }
        setAsked({ ...question, answer })
      }),
    [],
  )
  return (
    <ConfirmContext value={ask}>
      {children}
      {asked && (
        <Suspense fallback={null}>
          <ConfirmDialog question={asked} onAnswer={asked.answer} />
        </Suspense>
      )}
    </ConfirmContext>
  )
}

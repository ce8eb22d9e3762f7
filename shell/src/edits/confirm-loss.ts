import { ApiError } from '../api/api-error.ts'
import type { Question } from '../interaction/confirm.tsx'

/** What a change of metadata would destroy (`meta.losses` of CONFIRMATION_REQUIRED). */
interface Loss {
  readonly description: string
  readonly rows: number
}

/**
 * Sends a write; where the server refuses it because data would be lost, asks, and on consent sends the same again.
 *
 * @param verb what the user set out to do, such as `Save`.
 */
export async function confirmingLoss<T>(
  verb: string,
  confirm: (question: Question) => Promise<boolean>,
  send: (confirmLoss: boolean) => Promise<T>,
): Promise<T | 'declined'> {
  try {
    return await send(false)
  } catch (error) {
    const losses = lossesOf(error)
    if (losses === null) throw error
    return (await confirm(lossQuestion(verb, losses))) ? send(true) : 'declined'
  }
}

/** Asks about the same loss by the same edits once: a repeat of the save needs no second answer. */
export function askingOnce() {
  let agreed: string | null = null
  return {
    of: (edits: unknown, confirm: (question: Question) => Promise<boolean>) => async (question: Question) => {
      const text = JSON.stringify([question, edits])
      if (agreed !== text) agreed = (await confirm(question)) ? text : null
      return agreed === text
    },
    forget: (): void => {
      agreed = null
    },
  }
}

/** What a refused write would destroy; `null` when it was refused for another reason. */
function lossesOf(error: unknown): readonly Loss[] | null {
  if (!(error instanceof ApiError)) return null
  const asking = error.errors.filter(({ code }) => code === 'CONFIRMATION_REQUIRED')
  if (asking.length === 0) return null
  return asking.flatMap(({ meta }) => (Array.isArray(meta?.losses) ? meta.losses : []).filter(isLoss))
}

function isLoss(value: unknown): value is Loss {
  const { description, rows } = (value ?? {}) as Partial<Loss>
  return typeof description === 'string' && typeof rows === 'number'
}

function lossQuestion(verb: string, losses: readonly Loss[]): Question {
  return {
    title: 'Data would be lost',
    text: 'This change destroys data that cannot be brought back:',
    losses: losses.map(({ description, rows }) => ({
      what: description.charAt(0).toUpperCase() + description.slice(1),
      amount: `${rows.toLocaleString()} ${rows === 1 ? 'row' : 'rows'}`,
    })),
    yes: `${verb} and lose this data`,
    no: 'Cancel',
  }
}

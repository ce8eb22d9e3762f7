import type { Statement, StatementObserver, TextRow, Transaction } from './database.ts'
import { type Execute, kyselyOver } from './dialect.ts'

/** A connection that one transaction has to itself. */
export interface Session {
  readonly execute: Execute
  readonly read: (statement: Statement) => Promise<readonly TextRow[]>
}

export interface SessionTransaction {
  readonly transaction: Transaction
  /** Refuses further statements, since the connection is about to serve someone else, and waits for the one under way. */
  readonly end: () => Promise<void>
}

/** The transaction a session offers: statements one after another, each shown to the observer first. */
export function sessionTransaction(session: Session, observe: StatementObserver | undefined): SessionTransaction {
  let last: Promise<unknown> = Promise.resolve()
  let ended = false
  const inTurn = <T>(text: string, run: () => Promise<T>): Promise<T> => {
    const turn = last.then(() => {
      if (ended) throw new Error('the transaction has ended')
      observe?.(text)
      return run()
    })
    last = turn.catch(() => undefined)
    return turn
  }
  return {
    transaction: {
      kysely: kyselyOver((text, values) => inTurn(text, () => session.execute(text, values))),
      read: (statement) => inTurn(statement.text, () => session.read(statement)),
    },
    end: async () => {
      ended = true
      await last
    },
  }
}

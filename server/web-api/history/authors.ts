import type { Catalog } from '../../catalog/catalog.ts'
import type { DataApiClient } from '../../data-api/client.ts'
import type { Caller } from '../../http.ts'
import type { HistoryEntry } from '../../services/history/entry.ts'
import { namesOf } from './sight.ts'

type Author = HistoryEntry['_user']

/** Who asks, and what it reaches users by. */
interface Reader {
  readonly caller: Pick<Caller, 'userId' | 'rights'>
  readonly dataApi: DataApiClient
  /** As the caller sees it. */
  readonly catalog: Catalog
  /** Media types that the caller may read. */
  readonly readable: readonly string[]
}

const USERS = 'users'
const ADDRESS = /[^\s@]@[^\s@]/

/**
 * Authors by the names that the reader may know. Who changed what is everybody's business who reads it; an e-mail address
 * that stands in place of a name is not, and whose it is may be hidden [AUTH30]: without the right to read that user, the
 * user's key stands there.
 */
export async function authorsFor(
  authors: readonly Author[],
  { caller, dataApi, catalog, readable }: Reader,
): Promise<(author: Author) => Author> {
  if (caller.rights.unrestricted) return (author) => author
  const isKept = ({ id, name }: Author): boolean => id !== null && id !== caller.userId && ADDRESS.test(name)
  const ids = new Set(authors.filter(isKept).map(({ id }) => id as number))
  const names = ids.size > 0 && readable.includes(USERS) ? await namesOf(new Map([[USERS, ids]]), dataApi, catalog) : {}
  return (author) =>
    isKept(author) && names[USERS]?.[author.id as number] === undefined
      ? { id: author.id, name: `user:${author.id}` }
      : author
}

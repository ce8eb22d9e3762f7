import { PRESENCE_ACTIONS, type PresenceAction } from '../../../shared/presence.ts'
import { NAME_PATTERN } from '../../catalog/catalog.ts'
import { AppError, type Problem } from '../../errors.ts'
import { escaped, isObject, problem } from '../../write/body.ts'
import type { PresenceChange, RecordPlace } from './presence-store.ts'

/** Somebody who comes to a record; of callers who speak for themselves alone the user may be left out. */
export interface LinkAsked extends RecordPlace {
  readonly userId?: number
  readonly pageKey: string
  readonly action: PresenceAction
}

/** A change of a link; the record, where it is told, must be the link's. */
export interface RefreshAsked extends PresenceChange, Partial<RecordPlace> {}

interface Member {
  readonly expected: string
  readonly is: (value: unknown) => boolean
}

const isId = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) < 1e15

const MEMBERS = {
  userId: { expected: 'the id of a user', is: isId },
  pageKey: {
    expected: 'the key of a page',
    is: (value) => typeof value === 'string' && /^[\w-]{1,100}$/.test(value),
  },
  mediaType: {
    expected: 'the name of a media type',
    is: (value) => typeof value === 'string' && NAME_PATTERN.test(value),
  },
  recordId: { expected: 'the id of a record', is: isId },
  action: {
    expected: PRESENCE_ACTIONS.join(' or '),
    is: (value) => (PRESENCE_ACTIONS as readonly unknown[]).includes(value),
  },
  linkId: {
    expected: 'what a link was answered with',
    is: (value) => typeof value === 'string' && value.length <= 200,
  },
} as const satisfies Readonly<Record<string, Member>>

type Name = keyof typeof MEMBERS

const OF_LINK: readonly Name[] = ['userId', 'pageKey', 'mediaType', 'recordId', 'action']

/**
 * Reads `{userId, pageKey, mediaType, recordId, action}`.
 *
 * @throws {AppError} VALIDATION with a pointer for each thing that is wrong.
 */
export function readLink(body: unknown, required: readonly Name[] = OF_LINK): LinkAsked {
  return read<LinkAsked>(body, OF_LINK, required)
}

/** Reads any of the members of a link. */
export function readRefresh(body: unknown): RefreshAsked {
  return read<RefreshAsked>(body, OF_LINK, [])
}

/** Reads `{linkId}` and any of the members of a link. */
export function readOwnRefresh(body: unknown): RefreshAsked & { readonly linkId: string } {
  return read(body, ['linkId', ...OF_LINK], ['linkId'])
}

function read<T>(body: unknown, members: readonly Name[], required: readonly Name[]): T {
  if (!isObject(body)) throw new AppError(problem('', `expected an object with ${required.join(', ') || 'members'}`))
  const problems: Problem[] = Object.keys(body)
    .filter((name) => !(members as readonly string[]).includes(name))
    .map((name) => problem(`/${escaped(name)}`, `expected only ${members.join(', ')}`))
  for (const name of members) {
    const { expected, is }: Member = MEMBERS[name]
    if (!Object.hasOwn(body, name)) {
      if (required.includes(name)) problems.push(problem(`/${name}`, `${name} is required: ${expected}`))
    } else if (!is(body[name])) problems.push(problem(`/${name}`, `expected ${expected}`))
  }
  if (problems.length > 0) throw new AppError(problems)
  return body as T
}

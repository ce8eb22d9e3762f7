import { type HeldItem, OBJECT, OWNER } from '../../auth/permission-items.ts'
import { AppError, type Problem } from '../../errors.ts'
import { escaped, isObject, problem } from '../../write/body.ts'

/** What one owner is to be permitted, and nothing else. */
export interface PermissionSave {
  readonly ownerType: number
  /** Id of the user or group; of a client its `client_id`. */
  readonly ownerId: number | string
  readonly permissions: readonly SavedItem[]
}

export interface SavedItem extends Omit<HeldItem, 'ownerType' | 'isInherited'> {
  /** JSON pointer to it in the body. */
  readonly pointer: string
}

/** However many of them are as they were: of changes a save takes fewer. */
const MAX_ITEMS = 10_000
const MEMBERS = ['ownerId', 'ownerType', 'permissions']
const ITEM_MEMBERS = ['objectId', 'objectType', 'key', 'canRead', 'canWrite', 'canDelete', 'isInherited', 'ownerType']
const FLAGS = ['canRead', 'canWrite', 'canDelete'] as const

/**
 * Reads `{ownerId, ownerType, permissions: [item, …]}`. Inherited items are passed over, so that what was read can be
 * sent back.
 *
 * @throws {AppError} VALIDATION with a pointer for each thing that is wrong.
 */
export function readSave(body: unknown): PermissionSave {
  if (!isObject(body))
    throw new AppError(problem('', 'expected an object with "ownerId", "ownerType" and "permissions"'))
  const problems = others(body, MEMBERS, '')
  const { ownerId, ownerType, permissions } = body
  if (!Object.values<unknown>(OWNER).includes(ownerType)) {
    problems.push(problem('/ownerType', 'expected 1 for a user, 2 for a group or 3 for a client'))
  } else if (ownerType === OWNER.client ? typeof ownerId !== 'string' || ownerId === '' : !isId(ownerId)) {
    const expected = ownerType === OWNER.client ? 'the client_id of a client' : 'the id of a user or group'
    problems.push(problem('/ownerId', `expected ${expected}`))
  }
  if (!Array.isArray(permissions) || permissions.length > MAX_ITEMS) {
    problems.push(problem('/permissions', `expected a list of at most ${MAX_ITEMS} permission items`))
    throw new AppError(problems)
  }
  const items = permissions.flatMap((item, index) => readItem(item, `/permissions/${index}`, problems))
  problems.push(...twice(items))
  if (problems.length > 0) throw new AppError(problems)
  return { ownerType: Number(ownerType), ownerId: ownerId as number | string, permissions: items }
}

function readItem(item: unknown, pointer: string, problems: Problem[]): readonly SavedItem[] {
  if (!isObject(item)) {
    problems.push(problem(pointer, 'expected a permission item'))
    return []
  }
  const before = problems.length
  problems.push(...others(item, ITEM_MEMBERS, pointer))
  const { objectType, objectId = null, key = null, isInherited = false } = item
  const isSource = objectType === OBJECT.source
  if (!Object.values<unknown>(OBJECT).includes(objectType)) {
    problems.push(problem(`${pointer}/objectType`, 'expected 1 for a source, 2 for a media type or 3 for a boolean'))
  } else if (isSource && !isId(objectId)) {
    problems.push(problem(`${pointer}/objectId`, 'expected the id of a source'))
  } else if (!isSource && (typeof key !== 'string' || key === '' || key.length > 200)) {
    problems.push(problem(`${pointer}/key`, 'expected the name of a media type, or the key of a boolean'))
  }
  if (typeof isInherited !== 'boolean') problems.push(problem(`${pointer}/isInherited`, 'expected true or false'))
  for (const flag of FLAGS) {
    if (typeof (item[flag] ?? false) !== 'boolean')
      problems.push(problem(`${pointer}/${flag}`, 'expected true or false'))
  }
  if (problems.length > before || isInherited === true) return []
  return [
    {
      objectType: Number(objectType),
      objectId: isSource ? Number(objectId) : null,
      key: isSource ? null : String(key),
      canRead: item.canRead === true,
      canWrite: item.canWrite === true,
      canDelete: item.canDelete === true,
      pointer,
    },
  ]
}

function twice(items: readonly SavedItem[]): readonly Problem[] {
  const known = new Set<string>()
  return items.flatMap((item) => {
    const object = JSON.stringify([item.objectType, item.objectId, item.key])
    if (known.has(object)) return [problem(item.pointer, 'expected one item for each object')]
    known.add(object)
    return []
  })
}

function others(body: object, members: readonly string[], pointer: string): Problem[] {
  return Object.keys(body)
    .filter((name) => !members.includes(name))
    .map((name) => problem(`${pointer}/${escaped(name)}`, `expected only ${members.join(', ')}`))
}

function isId(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) > 0
}

import type { Entity, ErrorObject } from '../../shared/envelope.ts'
import type { Rights } from '../catalog/rights.ts'
import type { TestAnswer, TestService } from '../query/test-service.ts'

/** Writes of the system's media types as tests make them, by an administrator unless they say otherwise. */
export interface System {
  readonly add: (type: string, element: object, rights?: Rights) => Promise<TestAnswer>
  readonly change: (type: string, id: number, element: object, query?: string, rights?: Rights) => Promise<TestAnswer>
  readonly remove: (type: string, id: number | string, query?: string, rights?: Rights) => Promise<TestAnswer>
  readonly batch: (operations: readonly object[], query?: string, rights?: Rights) => Promise<TestAnswer>
  /** The one record whose fields hold these values. */
  readonly find: (type: string, where: Readonly<Record<string, string>>) => Promise<Entity>
  /** A media type of a name of its own with a title, and what else is asked for. */
  readonly newType: (...fields: readonly object[]) => Promise<string>
  readonly typeId: (name: string) => Promise<number>
  readonly fieldId: (mediaType: string, name: string) => Promise<number>
}

let made = 0
/** A name that no media type has. */
export const newName = (): string => `type_${++made}`

export function systemOf({ send, get }: TestService): System {
  const find: System['find'] = async (type, where) => {
    const answer = await get(`/${type}?${new URLSearchParams(where)}`)
    const found = answer.body[type] as readonly Entity[]
    if (found?.length !== 1) throw new Error(`expected one of ${type}: ${JSON.stringify(answer.body).slice(0, 500)}`)
    return found[0] as Entity
  }
  const batch: System['batch'] = (operations, query = '', rights) =>
    send('POST', `/$batch${query}`, { _operations: operations }, rights)
  return {
    add: (type, element, rights) => send('POST', `/${type}`, { [type]: [element] }, rights),
    change: (type, id, element, query = '', rights) =>
      send('PATCH', `/${type}/${id}${query}`, { [type]: [element] }, rights),
    remove: (type, id, query = '', rights) => send('DELETE', `/${type}/${id}${query}`, undefined, rights),
    batch,
    find,
    newType: async (...fields) => {
      const name = newName()
      const answer = await batch([
        adding('adm_mediatypes', { name, label: name, label_plural: name }),
        adding('adm_fields', { mediatype: name, name: 'title', label: 'Title' }),
        ...fields.map((field) => adding('adm_fields', { mediatype: name, label: 'L', ...field })),
      ])
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
      return name
    },
    typeId: async (name) => (await find('adm_mediatypes', { name }))._id,
    fieldId: async (mediatype, name) => (await find('adm_fields', { mediatype, name }))._id,
  }
}

export const adding = (type: string, data: object): object => ({ _op: 'add', _type: type, _data: data })

export function entityOf(answer: TestAnswer, type: string): Entity {
  const found = answer.body[type] as readonly Entity[] | undefined
  if (answer.status > 299 || found?.length !== 1) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`)
  return found[0] as Entity
}

export function errorOf(answer: TestAnswer): ErrorObject {
  const [first] = answer.body.errors ?? []
  if (first === undefined) throw new Error(`expected an error: ${answer.status} ${JSON.stringify(answer.body)}`)
  return first
}

import type { MediaType, Relation } from '../catalog/catalog.ts'
import { type Binding, checkTypes } from './bind.ts'
import { entityPlan, findRelation } from './bind-entity.ts'
import { bindOrder } from './bind-order.ts'
import { parameterError } from './parse.ts'
import type { IncludePath, LinkedPlan, LinkPlan, Order } from './plan.ts'
import type { ReadRequest } from './request.ts'

export interface BoundIncludes {
  readonly linked: readonly LinkedPlan[]
  /** Members that includes add to the `_links` of the main entities (null) or of an included type's. */
  readonly linksOf: (from: string | null, type: MediaType) => readonly LinkPlan[]
}

interface Step {
  readonly path: IncludePath
  readonly relation: Relation
  /** Included type whose entities the step starts from; null: the main ones. */
  readonly from: string | null
}

/** Finds the relation of each included path and what is shown of the entities at its end. */
export function bindIncludes(request: ReadRequest, main: MediaType, binding: Binding): BoundIncludes {
  const steps: Step[] = []
  const paths = [...request.include].sort((a, b) => a.length - b.length)
  for (const [set, path] of paths.entries()) {
    const name = path.at(-1) as string
    const first =
      path.length === 2 ? steps.find((step) => step.from === null && step.relation.to === path[0]) : undefined
    const start = first === undefined ? main : (binding.catalog.mediaTypes.get(first.relation.to) as MediaType)
    const relation = includedRelation(start, name)
    const where = binding.authority.visible(relation.to)
    steps.push({
      path: { set, from: first?.path.set ?? null, fromType: start.name, relation: relation.key, where },
      relation,
      from: first === undefined ? null : start.name,
    })
  }
  const types = [...new Set(steps.map((step) => step.relation.to))]
  checkTypes(request, sortable(request, main, types))
  const orders = new Map(types.map((name) => [name, includedOrder(request, main, name, binding)]))
  const isReachedTwice = ({ name }: MediaType): boolean =>
    steps.filter(({ relation }) => relation.to === name).length > 1
  const linksOf = (from: string | null, type: MediaType): readonly LinkPlan[] =>
    steps
      .filter((step) => step.from === from && step.path.fromType === type.name)
      .map(({ relation, path }) => ({
        key: relation.to,
        relation: relation.key,
        asList: true,
        order: orders.get(relation.to) ?? [],
        where: path.where,
        ...(path.from === null || !isReachedTwice(type) ? {} : { fromSet: path.from }),
      }))
  const linked = types.map((name): LinkedPlan => {
    const type = binding.catalog.mediaTypes.get(name) as MediaType
    const requested = request.fields?.byType.get(name) ?? null
    const entity = entityPlan(type, requested, linksOf(name, type), binding, {
      parameter: `fields[${name}]`,
      linkObjectsOnly: false,
      permissions: !binding.authority.unrestricted,
    })
    return {
      type: name,
      entity,
      ...(requested?.length === 1 ? { single: requested[0] === '_id' ? 'id' : (requested[0] as string) } : {}),
      order: orders.get(name) ?? bindOrder([], type, binding, 'sort'),
      paths: steps.filter((step) => step.relation.to === name).map((step) => step.path),
    }
  })
  return { linked, linksOf }
}

/** The one relation that leads there; of a relation of a type to itself, the declared direction. */
function includedRelation(from: MediaType, name: string): Relation {
  const ways = [...from.relations.values()].filter((relation) => relation.to === name)
  if (ways.length === 0)
    throw parameterError('include', `${from.name} has no declared relation to ${JSON.stringify(name)}`)
  if (new Set(ways.map((relation) => relation.id)).size > 1) {
    throw parameterError(
      'include',
      `${from.name} has more than one relation to ${name}, which include cannot tell apart`,
    )
  }
  return ways.find((relation) => relation.owned) ?? (ways[0] as Relation)
}

/** Keys that `sort[...]` and `fields[...]` may have: the types read, and `<main type>.<column>` for a related one. */
function sortable(request: ReadRequest, main: MediaType, types: readonly string[]): ReadonlySet<string> {
  const dotted = [...request.sort.byType.keys()].filter((key) => types.includes(ledToBy(key, main) ?? ''))
  return new Set([main.name, ...types, ...dotted])
}

/** The media type that `<main type>.<column>` leads to. */
function ledToBy(key: string, main: MediaType): string | undefined {
  const [from, column, ...rest] = key.split('.')
  if (from !== main.name || column === undefined || rest.length > 0) return undefined
  return findRelation(main, column)?.to
}

function includedOrder(
  request: ReadRequest,
  main: MediaType,
  name: string,
  binding: Binding,
): readonly Order[] | undefined {
  const type = binding.catalog.mediaTypes.get(name) as MediaType
  const own = [...request.sort.byType].filter(
    ([key]) => (key === name && name !== main.name) || ledToBy(key, main) === name,
  )
  const [first, second] = own
  if (second !== undefined) throw parameterError(`sort[${second[0]}]`, `${name} is sorted by another parameter already`)
  return first && bindOrder(first[1], type, binding, `sort[${first[0]}]`)
}

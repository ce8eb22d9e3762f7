/**
 * What a part of the schema document may look like. One declaration serves three: the JSON Schema that editors
 * complete by, the check of a document, and the order its members are written in.
 */
export type Shape =
  | TextShape
  | FlagShape
  | NumberShape
  | AnyShape
  | ListShape
  | MapShape
  | ObjectShape
  | ChoiceShape
  | EitherShape

interface Described {
  readonly description: string
}

export interface TextShape extends Described {
  readonly kind: 'text'
  readonly pattern?: { readonly expression: RegExp; readonly expected: string }
  readonly nonEmpty?: true
}

/** One of several texts; `open`: another text is taken as well. */
export interface ChoiceShape extends Described {
  readonly kind: 'choice'
  /** Text to what it stands for. */
  readonly choices: Readonly<Record<string, string>>
  readonly open?: true
}

export interface FlagShape extends Described {
  readonly kind: 'flag'
}

export interface NumberShape extends Described {
  readonly kind: 'number'
  readonly integer?: true
  /** No limit itself, unlike `min`. */
  readonly above?: number
  readonly min?: number
  readonly max?: number
  /** Written as text as well: limits of dates, and numbers of more digits than a float holds. */
  readonly orText?: true
}

/** Any JSON value. */
export interface AnyShape extends Described {
  readonly kind: 'any'
}

/** One of several shapes; `expected` names them all. */
export interface EitherShape extends Described {
  readonly kind: 'either'
  readonly of: readonly Shape[]
  readonly expected: string
}

export interface ListShape extends Described {
  readonly kind: 'list'
  readonly of: Shape
  readonly nonEmpty?: true
}

/** An object whose member names are data. */
export interface MapShape extends Described {
  readonly kind: 'map'
  readonly keys?: { readonly expression: RegExp; readonly expected: string }
  readonly of: Shape
}

export interface ObjectShape extends Described {
  readonly kind: 'object'
  /** Named in the JSON Schema's `$defs`. */
  readonly name?: string
  readonly members: Readonly<Record<string, Member>>
  /** Members that are not declared are taken as they are. */
  readonly open?: true
  /** The shape of one member depends on the value of another. */
  readonly cases?: Cases
  /** Members that the value of another one calls for. */
  readonly needs?: Needs
}

export interface Needs {
  readonly by: string
  readonly members: Readonly<Record<string, readonly string[]>>
}

export interface Cases {
  readonly by: string
  readonly of: string
  readonly shapes: Readonly<Record<string, ObjectShape>>
}

export type Member = Shape & { readonly required?: true }

export const required = <S extends Shape>(shape: S): S & { readonly required: true } => ({ ...shape, required: true })

export const text = (description: string): TextShape => ({ kind: 'text', description })
export const filled = (description: string): TextShape => ({ kind: 'text', description, nonEmpty: true })
export const flag = (description: string): FlagShape => ({ kind: 'flag', description })
export const count = (description: string, min = 0): NumberShape => ({
  kind: 'number',
  description,
  integer: true,
  min,
})
export const listOf = (of: Shape, description: string): ListShape => ({ kind: 'list', of, description })
export const mapOf = (of: Shape, description: string): MapShape => ({ kind: 'map', of, description })

export function either(description: string, expected: string, of: readonly Shape[]): EitherShape {
  return { kind: 'either', description, expected, of }
}

export function choice(description: string, choices: Readonly<Record<string, string>>): ChoiceShape {
  return { kind: 'choice', description, choices }
}

export function object(description: string, members: Readonly<Record<string, Member>>, name?: string): ObjectShape {
  return { kind: 'object', description, members, ...(name === undefined ? {} : { name }) }
}

/** The shape of a member of an object that holds `value`, or undefined for one that is not declared. */
export function memberShape(
  shape: ObjectShape,
  name: string,
  value: Readonly<Record<string, unknown>>,
): Shape | undefined {
  const { cases } = shape
  if (cases !== undefined && name === cases.of) {
    const by = value[cases.by]
    const special = typeof by === 'string' && Object.hasOwn(cases.shapes, by) ? cases.shapes[by] : undefined
    if (special !== undefined) return special
  }
  return Object.hasOwn(shape.members, name) ? shape.members[name] : undefined
}

/** Members that an object must have because of the value of another one. */
export function neededMembers({ needs }: ObjectShape, value: Readonly<Record<string, unknown>>): readonly string[] {
  const by = needs === undefined ? undefined : value[needs.by]
  return typeof by === 'string' && Object.hasOwn(needs?.members ?? {}, by) ? (needs?.members[by] ?? []) : []
}

import type { Entity, Envelope } from '../../shared/envelope.ts'
import { parseExactOrNull } from '../../shared/exact-json.ts'
import { isObject } from '../../shared/json.ts'

/** Entities that hold numbers of more digits than a double carries, as they are with those numbers as text. */
const exactly = new WeakMap<Entity, Entity>()

/** Reads an answer, and keeps what its numbers lose by that. */
export function readEnvelope(text: string): Envelope {
  const envelope = JSON.parse(text) as Envelope
  const exact = parseExactOrNull(text) as Envelope | null
  if (exact === null) return envelope
  for (const [name, member] of Object.entries(envelope)) {
    const same = exact[name]
    if (!Array.isArray(member) || !Array.isArray(same)) continue
    for (const [index, entity] of member.entries())
      if (isObject(entity)) exactly.set(entity as Entity, same[index] as Entity)
  }
  return envelope
}

/** A field's value; a number is text in it where a number would not carry its digits. */
export function exactValue(entity: Entity, field: string): unknown {
  return (exactly.get(entity) ?? entity)[field]
}

import type { JsonSchema } from '../../field-types/json-schema.ts'
import { refName } from './example.ts'
import { Html, html } from './html.ts'
import { inlineWords } from './words.ts'

/** Where each schema is explained, by name. */
export type Places = ReadonlyMap<string, string>

/** Members within members that are shown; what lies deeper has a schema of its own. */
const DEEPEST = 2

/**
 * An object's members as a table, those of inner objects below their own; any other schema in words. Of what callers
 * write the members that must be there are marked, of what they read those that may be missing, where they are few.
 */
export function schemaView(schema: JsonSchema, places: Places, isSent: boolean): Html {
  if (schema.properties === undefined) {
    return html`<p>${typeWords(schema, places)}${notes(schema)}</p>`
  }
  return html`<div class="scroll" tabindex="0"><table class="members">
<thead><tr><th scope="col">Member</th><th scope="col">Type</th><th scope="col">Meaning</th></tr></thead>
<tbody>${rows(schema, places, isSent, 0)}</tbody></table></div>`
}

function rows(
  { properties = {}, required = [] }: JsonSchema,
  places: Places,
  isSent: boolean,
  depth: number,
): readonly Html[] {
  // what is passed over need not be sent
  const members = Object.entries(properties).filter(([, { readOnly }]) => !(isSent && readOnly))
  const word = isSent ? 'required' : required.length * 2 < members.length ? null : 'optional'
  return members.flatMap(([name, member]) => {
    const marked = word !== null && required.includes(name) === isSent
    const mark = marked ? html` <span class="mark ${word}">${word}</span>` : ''
    const row = html`<tr><th scope="row" class="depth-${depth}"><code>${name}</code>${mark}</th><td class="type">${typeWords(member, places)}</td><td>${notes(member)}</td></tr>`
    const inner = depth < DEEPEST ? (member.properties === undefined ? member.items : member) : undefined
    return inner?.properties === undefined ? [row] : [row, ...rows(inner, places, isSent, depth + 1)]
  })
}

/** A schema's type as one reads it: `string | null`, `list of integer`, a link to another schema. */
export function typeWords(schema: JsonSchema, places: Places): Html {
  if (schema.$ref !== undefined) return link(refName(schema.$ref), places)
  const alternatives = schema.anyOf ?? schema.oneOf
  if (alternatives !== undefined) return joined(alternatives.map((each) => typeWords(each, places)))
  if (schema.const !== undefined) return html`<code>${JSON.stringify(schema.const)}</code>`
  if (schema.type === undefined) return html`${schema.enum === undefined ? 'any value' : 'string'}`
  return joined([schema.type].flat().map((type) => oneType(type, schema, places)))
}

function oneType(type: string, { items, properties, additionalProperties }: JsonSchema, places: Places): Html {
  if (type === 'array' && items !== undefined) return html`list of ${typeWords(items, places)}`
  if (type === 'object' && properties === undefined && typeof additionalProperties === 'object') {
    return html`object of ${typeWords(additionalProperties, places)}`
  }
  return html`${type}`
}

function joined(parts: readonly Html[]): Html {
  return new Html(parts.map(({ text }) => text).join(' | '))
}

function link(name: string, places: Places): Html {
  const place = places.get(name)
  return place === undefined ? html`${name}` : html`<a href="${place}">${name}</a>`
}

/** What is said of a value, and the limits it has. */
function notes(schema: JsonSchema): Html {
  const { description, examples } = schema
  const limits = limitsOf(schema)
  const said = description === undefined ? '' : inlineWords(description)
  const limited = limits.length === 0 ? '' : html` <span class="limits">${limits.join(', ')}</span>`
  const shown = examples === undefined || schema.enum !== undefined ? [] : examples.slice(0, 6)
  const such = shown.map((each, index) => html`${index === 0 ? '' : ', '}<code>${plain(each)}</code>`)
  return html`${said}${limited}${such.length === 0 ? '' : html` <span class="such">such as ${such}</span>`}`
}

function limitsOf(schema: JsonSchema): readonly string[] {
  const { minLength, maxLength, minimum, maximum, minItems, maxItems, pattern, format, examples } = schema
  const choices = schema.enum?.filter((value) => value !== null).map(plain)
  return [
    ...(choices === undefined ? [] : [`one of ${choices.join(', ')}`]),
    ...between(minLength, maxLength, 'characters'),
    ...between(minimum, maximum, ''),
    ...between(minItems, maxItems, 'items'),
    ...(format === undefined ? [] : [format]),
    // an example tells more
    ...(pattern === undefined || examples !== undefined ? [] : [`matches ${pattern}`]),
    ...(schema.default === undefined ? [] : [`${plain(schema.default)} unless given`]),
    ...(schema.readOnly ? ['read-only'] : []),
  ]
}

function between(least: number | undefined, most: number | undefined, what: string): readonly string[] {
  const unit = what === '' ? '' : ` ${what}`
  if (least !== undefined && most !== undefined) return [`${least} to ${most}${unit}`]
  if (least !== undefined) return [`${least}${unit} or more`]
  return most === undefined ? [] : [`at most ${most}${unit}`]
}

function plain(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

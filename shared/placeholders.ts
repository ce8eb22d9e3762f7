import { isNameable } from './origins.ts'

/** Texts and addresses of page definitions in which `{field}` stands for what a record holds there. */

const PLACEHOLDER = /\{([a-z_][a-z0-9_]*)\}/g

/** The fields that a text names. */
export function placeholdersOf(text: string): readonly string[] {
  return [...new Set([...text.matchAll(PLACEHOLDER)].map(([, name]) => name as string))]
}

/** The text with something in place of each `{field}`. */
export function fillPlaceholders(text: string, fill: (name: string) => string): string {
  return text.replace(PLACEHOLDER, (_all, name: string) => fill(name))
}

/** The same with other names of fields; null takes a placeholder out. */
export function renamedPlaceholders(text: string, rename: (name: string) => string | null): string {
  return fillPlaceholders(text, (name) => {
    const other = rename(name)
    return other === null ? '' : `{${other}}`
  })
}

/** Scheme and host as they are written: neither can come from a field. */
const ADDRESS = /^(https?:\/\/[^/?#\\{}@\s]+)(?:[/?#]|$)/i

/** The origin of an address with placeholders, such as `https://maps.example`; null where it is no address of the web. */
export function addressOrigin(template: string): string | null {
  const [, beginning] = ADDRESS.exec(template) ?? []
  if (beginning === undefined) return null
  try {
    const { origin } = new URL(beginning)
    return isNameable(origin) ? origin : null
  } catch {
    return null
  }
}

/** An address with the values in it, each percent-encoded; a value never steps to another folder. */
export function fillAddress(template: string, fill: (name: string) => string): string {
  return fillPlaceholders(template, (name) => {
    const value = fill(name)
    return /^\.+$/.test(value) ? '' : encodeURIComponent(value.toWellFormed())
  })
}

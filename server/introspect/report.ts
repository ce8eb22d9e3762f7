import { tableTitle } from './database-schema.ts'
import type { Introspection } from './introspect.ts'
import type { Note } from './note.ts'

const KINDS = { r: 'table', p: 'partitioned table', v: 'view', m: 'materialised view', f: 'foreign table' } as const

/** What a run found, for programs. */
export interface Report {
  readonly mediaTypes: readonly {
    readonly name: string
    readonly table: string
    readonly kind: string
    readonly key: string
    readonly fields: number
    readonly relations: readonly string[]
    readonly readOnly: boolean
  }[]
  readonly joiningTables: readonly { readonly table: string; readonly from: string; readonly to: string }[]
  readonly leftOut: readonly Pick<Note, 'subject' | 'text'>[]
  readonly limited: readonly Pick<Note, 'subject' | 'text'>[]
  readonly remarks: readonly Pick<Note, 'subject' | 'text'>[]
}

export function reportOf({ mediaTypes, joined, notes }: Introspection): Report {
  const told = (kind: Note['kind']) =>
    notes.filter((note) => note.kind === kind).map(({ subject, text }) => ({ subject, text }))
  return {
    mediaTypes: mediaTypes.map(({ document, table }) => ({
      name: document.name,
      table: tableTitle(table),
      kind: KINDS[table.kind],
      key: document.foreign?.key ?? 'id',
      fields: document.fields.length,
      relations: (document.relations ?? []).map(({ kind, related }) => `${kind} ${related}`),
      readOnly: document.blockWrite === true,
    })),
    joiningTables: joined.map(({ table, from, to }) => ({
      table: tableTitle(table),
      from: from.target.name,
      to: to.target.name,
    })),
    leftOut: told('left out'),
    limited: told('limited'),
    remarks: told('remark'),
  }
}

/** The same for people: what was mapped, and by name whatever was not, or not whole. */
export function reportText({ mediaTypes, joiningTables, leftOut, limited, remarks }: Report): string {
  const width = Math.max(0, ...mediaTypes.map(({ name }) => name.length))
  const types = mediaTypes.map(({ name, table, kind, key, fields, relations, readOnly }) => {
    const related = relations.length === 0 ? '' : `, related: ${relations.join(', ')}`
    return `${name.padEnd(width)}  ${kind} ${table}, known by ${key}, ${fields} ${fields === 1 ? 'field' : 'fields'}${related}${readOnly ? ', read-only' : ''}`
  })
  const joins = joiningTables.map(({ table, from, to }) => `${table}: ${from} and ${to}`)
  const notes = (list: Report['leftOut']): readonly string[] => list.map(({ subject, text }) => `${subject}: ${text}`)
  return [
    section('Media types', types, 'No table can be mapped.'),
    section('Joining tables', joins),
    section('Left out', notes(leftOut)),
    section('With limits', notes(limited)),
    section('Remarks', notes(remarks)),
  ]
    .filter((part) => part !== '')
    .join('\n')
}

function section(title: string, lines: readonly string[], none = ''): string {
  if (lines.length === 0) return none === '' ? '' : `${none}\n`
  return `${title}\n${lines.map((line) => `  ${oneLine(line)}\n`).join('')}`
}

/** Names of others may hold anything, what moves a terminal's cursor too. */
function oneLine(text: string): string {
  const escaped = (character: string): string =>
    character === '\n' ? '\\n' : `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`
  return text.replaceAll(/\p{Cc}/gu, escaped)
}

import { registry } from '../registry.ts'
import { readCsv } from './csv.ts'
import type { CsvOptions } from './csv-header.ts'
import type { Rows } from './file-row.ts'
import { readJsonSequence } from './json-sequence.ts'
import { readNdjson } from './ndjson.ts'

/** How a kind of file is read. One file each; this list names them. */
export interface FileFormat {
  readonly name: string
  /** Endings of file names, without the dot. */
  readonly endings: readonly string[]
  /** Every value is text, and what it means is told from how it looks. */
  readonly written: boolean
  readonly read: (bytes: AsyncIterable<Uint8Array>, options: CsvOptions) => Rows
}

export const fileFormats = registry<FileFormat>('file format', [
  { name: 'csv', endings: ['csv', 'tsv', 'txt'], written: true, read: readCsv },
  { name: 'json', endings: ['json'], written: false, read: readJsonSequence },
  { name: 'ndjson', endings: ['ndjson', 'jsonl', 'ldjson'], written: false, read: readNdjson },
])

/** The format by a file's ending, that of a compressed file without `.gz`; undefined where it says nothing. */
export function formatOf(file: string): FileFormat | undefined {
  const ending = /\.([^./\\]+)(?:\.gz)?$/i.exec(file)?.[1]?.toLowerCase() ?? ''
  return fileFormats.all.find(({ endings }) => endings.includes(ending))
}

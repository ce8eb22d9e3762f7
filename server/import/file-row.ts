/** One record of a file: its values by column, as the format gives them. What is empty may be null or absent. */
export interface FileRow {
  readonly ok: true
  /** The line it begins on, from 1. */
  readonly line: number
  readonly raw: Raw
  readonly values: Readonly<Record<string, unknown>>
}

/** What stands where a record should and cannot be read as one. */
export interface UnreadableRow {
  readonly ok: false
  readonly line: number
  readonly raw: Raw
  readonly reason: string
}

export type ReadRow = FileRow | UnreadableRow

/** A record as it stands in the file, without its line end; bytes where they are no UTF-8. */
export type Raw = string | Uint8Array

/** Records in the order of the file, some at a time. */
export type Rows = AsyncIterable<readonly ReadRow[]>

/** What keeps a whole file from being read. */
export class FileFault extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'FileFault'
  }
}

interface OtherFile {
  /** Its first bytes, as text of one character a byte. */
  readonly begins: string
  /** What is found among the first bytes besides; absent: nothing need be. */
  readonly holds?: string
  /** What it is, and what to do. */
  readonly is: string
}

const SAVE_AS = 'save its sheet as CSV (UTF-8) and import that'

/** Files that are given by mistake, known by how they begin. */
const OTHERS: readonly OtherFile[] = [
  { begins: 'PK\x03\x04', holds: '[Content_Types].xml', is: `an Excel workbook: ${SAVE_AS}` },
  { begins: 'PK\x03\x04', holds: 'opendocument.spreadsheet', is: `an OpenDocument spreadsheet: ${SAVE_AS}` },
  { begins: 'PK\x03\x04', is: 'a zip archive: unpack it, and import the file in it' },
  { begins: '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', is: `an Excel workbook: ${SAVE_AS}` },
  { begins: 'BZh', is: 'compressed with bzip2: uncompress it first, or use gzip' },
  { begins: '\xfd7zXZ\x00', is: 'compressed with xz: uncompress it first, or use gzip' },
  { begins: '\x28\xb5\x2f\xfd', is: 'compressed with zstd: uncompress it first, or use gzip' },
  { begins: '7z\xbc\xaf\x27\x1c', is: 'a 7z archive: unpack it, and import the file in it' },
  { begins: 'PAR1', is: 'a Parquet file: write it as CSV or NDJSON first' },
  { begins: 'SQLite format 3\x00', is: 'an SQLite database: write its table as CSV first' },
  { begins: '%PDF-', is: 'a PDF document, which has no rows' },
]

/** How many bytes tell it: the first name in a zip archive is near its beginning, seldom the very first. */
export const TELLING_BYTES = 4096

/** What a file that is none of ours is, by its first bytes, and what to do with it; null for any other. */
export function otherFile(bytes: Buffer): string | null {
  const text = bytes.toString('latin1')
  const found = OTHERS.find(
    ({ begins, holds }) => text.startsWith(begins) && (holds === undefined || text.includes(holds)),
  )
  return found?.is ?? null
}

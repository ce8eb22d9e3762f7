import type { MediaType } from '../../../catalog/catalog.ts'
import { AppError, type Problem } from '../../../errors.ts'
import type { ApplyContext } from '../../../write/apply-links.ts'
import { problem } from '../../../write/body.ts'
import { checkPointer, type ExpectedFile } from '../check-body.ts'
import { completeFiles, type FileRow, filesOf } from '../file-rows.ts'
import { measured } from '../measure.ts'
import type { SourceContext } from '../sources/source.ts'

const ROOT = '/_filesToValidate'

type Claims = ReadonlyMap<string, ExpectedFile>
type Parts = Pick<SourceContext, 'database' | 'stores' | 'means'>

/**
 * The check of a lazy upload [API9]: every file of a record, lazy or not, is compared with what its store holds and with
 * what the caller says of it. It stands in a write in place of files, so that it needs the right to write, moves the
 * record's tag and is told to edit history.
 */
export class UploadCheck {
  private readonly parts: Parts
  readonly mediaType: string
  readonly id: number
  private readonly claims: Claims

  constructor(parts: Parts, record: { readonly mediaType: string; readonly id: number }, claims: Claims) {
    this.parts = parts
    this.mediaType = record.mediaType
    this.id = record.id
    this.claims = claims
  }

  /**
   * Reads the files from their stores, which takes as long as it takes.
   *
   * @returns what is to be done in the transaction.
   * @throws {AppError} UPLOAD_MISMATCH or VALIDATION, of every file at fault.
   */
  async run(): Promise<(type: MediaType, id: number, context: ApplyContext) => Promise<void>> {
    const rows = await filesOf(this.parts.database, this)
    const problems = this.unlisted(rows)
    const found = new Map<number, { readonly size: number; readonly md5: string | null }>()
    if (problems.length === 0) {
      for (const row of rows) {
        const held = await this.compare(row, problems)
        if (held !== null) found.set(row.id, held)
      }
    }
    if (problems.length > 0) throw new AppError(problems)
    return async (type, id, { tx, log }) => {
      const now = await filesOf(tx, { mediaType: type.name, id }, true)
      if (now.map((row) => row.id).join() !== rows.map((row) => row.id).join())
        throw new AppError(problem(ROOT, 'the files of the record were changed meanwhile: check them again'))
      const pending = now.filter(({ state }) => state === 'pending')
      const names = (list: readonly FileRow[]): readonly string[] => list.map(({ name }) => name)
      await completeFiles(
        tx,
        pending.map((row) => ({ id: row.id, size: row.size ?? 0, md5: row.md5, ...found.get(row.id) })),
      )
      const before = now.filter(({ state }) => state === 'complete')
      if (pending.length > 0) log.field(type, id, '_files', { old: names(before), new: names(now) })
    }
  }

  /** All files of the record are to be listed, and no others [UP10]. */
  private unlisted(rows: readonly FileRow[]): Problem[] {
    const names = new Set(rows.map(({ name }) => name))
    if (rows.length === 0) return [problem(ROOT, 'this record has no files')]
    return [
      ...rows
        .filter(({ name }) => !this.claims.has(name))
        .map(({ name }) => problem(ROOT, `expected every file of the record: ${JSON.stringify(name)} is missing`)),
      ...[...this.claims.keys()]
        .filter((name) => !names.has(name))
        .map((name) => problem(checkPointer(name), `the record has no file named ${JSON.stringify(name)}`)),
    ]
  }

  private async compare(
    row: FileRow,
    problems: Problem[],
  ): Promise<{ readonly size: number; readonly md5: string | null } | null> {
    const { size, md5 } = this.claims.get(row.name) as ExpectedFile
    const wrong = (member: 'Item1' | 'Item2', detail: string): null => {
      const pointer = checkPointer(row.name, member)
      problems.push({ code: 'UPLOAD_MISMATCH', pointer, detail: `${row.name}: ${detail}` })
      return null
    }
    const announced = row.size ?? size
    if (size !== announced) return wrong('Item1', `${announced} bytes were announced, not ${size}`)
    if (md5 !== null && row.md5 !== null && md5 !== row.md5) return wrong('Item2', `the MD5 announced is ${row.md5}`)
    const { stores, means } = this.parts
    const area = await stores.area(row.area)
    const store = area === null ? null : stores.open(area)
    const held = (await store?.size(row.key)) ?? null
    if (held === null) return wrong('Item1', 'there is no such file in the storage area')
    if (held !== size) return wrong('Item1', `the storage area holds ${held} bytes`)
    if (md5 === null) return { size, md5: row.md5 }
    const object = await store?.get(row.key)
    if (object === null || object === undefined) return wrong('Item1', 'there is no such file in the storage area')
    const whole = await measured(object.body, means.md5())
    return whole.md5 === md5 ? { size, md5 } : wrong('Item2', `the MD5 found is ${whole.md5}`)
  }
}

import type { RowName } from '../../../shared/page-save.ts'
import { AppError, type Problem } from '../../errors.ts'
import { type Move, wrong } from './related-edits.ts'

/**
 * The rows as they stand after moves, one after the other.
 *
 * @throws {AppError} VALIDATION for a row that is not there.
 */
export function moved(rows: readonly RowName[], moves: readonly Move[]): readonly RowName[] {
  const problems: Problem[] = []
  const order = [...rows]
  for (const { row, before, pointer } of moves) {
    const from = order.indexOf(row)
    if (from < 0) problems.push(absent(row, `${pointer}/row`))
    else if (before !== null && !order.includes(before)) problems.push(absent(before, `${pointer}/before`))
    else if (row !== before) {
      order.splice(from, 1)
      order.splice(before === null ? order.length : order.indexOf(before), 0, row)
    }
  }
  if (problems.length > 0) throw new AppError(problems)
  return order
}

function absent(row: RowName, pointer: string): Problem {
  return wrong(pointer, `there is no row ${JSON.stringify(row)} in this list any more`)
}

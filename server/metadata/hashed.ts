import { hashPassword, passwordFault } from '../auth/index.ts'
import type { Problem } from '../errors.ts'
import type { BoundWrite } from '../write/bind-write.ts'
import { written } from './values.ts'

/** The write with a hash in place of what a secret field is given [A2]; adds what is wrong with it to the problems. */
export async function withHash(write: BoundWrite, field: string, problems: Problem[]): Promise<BoundWrite> {
  const column = written(write, field)
  if (typeof column?.value !== 'string') return write
  const fault = passwordFault(column.value)
  if (fault !== null) {
    const detail = `${column.field.label}: expected ${fault}`
    problems.push({ code: 'VALIDATION', pointer: column.pointer, detail })
    return write
  }
  const hashed = { ...column, value: await hashPassword(column.value) }
  return { ...write, columns: write.columns.map((each) => (each === column ? hashed : each)) }
}

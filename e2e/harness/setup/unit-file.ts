import { afterAll } from 'vitest'
import { dropCopies } from '../../../server/db/test-database.ts'
import { closeCopies } from '../../../server/db/test-pglite.ts'

afterAll(closeCopies)
afterAll(dropCopies)

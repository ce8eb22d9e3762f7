import { afterAll } from 'vitest'
import { closeCopies } from '../../../server/db/test-pglite.ts'

afterAll(closeCopies)

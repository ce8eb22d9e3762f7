import type { TestProject } from 'vitest/node'
import { startSplit } from '../split.ts'
import { startService } from './start-service.ts'

export default (project: TestProject) => startService(project, 'node', 'postgres', startSplit)

import type { TestProject } from 'vitest/node'
import { startService } from './start-service.ts'

export default (project: TestProject) => startService(project, 'node', 'postgres')

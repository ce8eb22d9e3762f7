import type { TestProject } from 'vitest/node'
import { buildServer } from '../server-build.ts'
import { ROOT } from '../servers.ts'
import provideTemplates from './templates.ts'

export default async (project: TestProject) => {
  provideTemplates(project)
  await buildServer(ROOT)
}

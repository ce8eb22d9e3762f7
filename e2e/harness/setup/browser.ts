import type { TestProject } from 'vitest/node'
import { findChromium } from '../chromium.ts'
import { startService } from './start-service.ts'
import provideTemplates from './templates.ts'

export default async (project: TestProject) => {
  project.provide('chromium', await findChromium())
  provideTemplates(project)
  // to open it and to query it takes a quarter of what the embedded one does, of which the shell knows nothing
  return startService(project, 'node', 'postgres')
}

import type { TestProject } from 'vitest/node'
import { findChromium } from '../chromium.ts'
import { startService } from './start-service.ts'
import provideTemplates from './templates.ts'

export default async (project: TestProject) => {
  project.provide('chromium', await findChromium())
  provideTemplates(project)
  return startService(project, 'node', 'pglite')
}

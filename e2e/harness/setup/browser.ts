import type { TestProject } from 'vitest/node'
import { findChromium } from '../chromium.ts'
import { startService } from './start-service.ts'

export default async (project: TestProject) => {
  project.provide('chromium', await findChromium())
  return startService(project, 'node', 'pglite')
}

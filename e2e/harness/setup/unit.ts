import type { TestProject } from 'vitest/node'
import { startPostgres } from '../postgres.ts'
import provideTemplates from './templates.ts'

export default async (project: TestProject) => {
  provideTemplates(project)
  const postgres = await startPostgres()
  project.provide('postgres', postgres.url('postgres'))
  return postgres.stop
}

import type { TestProject } from 'vitest/node'
import { scratchFolder } from '../run-folder.ts'

export default (project: TestProject) => project.provide('templates', scratchFolder('templates'))

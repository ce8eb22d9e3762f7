#!/usr/bin/env node
import process from 'node:process'
import { commands } from './commands.ts'
import { EXIT } from './exit-codes.ts'
import { processSurroundings } from './process-surroundings.ts'
import { runCommandLine } from './run.ts'

// whoever reads our output may have had enough of it
process.stdout.on('error', (error: NodeJS.ErrnoException) =>
  process.exit(error.code === 'EPIPE' ? EXIT.done : EXIT.failed),
)

// nor is anybody reading what goes on a reason to break it off
process.stderr.on('error', () => undefined)

process.exitCode = await runCommandLine(process.argv.slice(2), commands, processSurroundings())

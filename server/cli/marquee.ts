#!/usr/bin/env node
import process from 'node:process'
import { exitCode, startProblem } from '../runtime/start-problem.ts'
import { commands } from './commands.ts'

const [name = '--help', ...args] = process.argv.slice(2)
const command = commands.get(name)

if (command !== undefined) {
  try {
    await command.run(args)
  } catch (error) {
    process.stderr.write(`marquee: ${startProblem(error)}\n`)
    process.exit(exitCode(error))
  }
} else if (name === '--help' || name === '-h' || name === 'help') {
  process.stdout.write(help())
} else {
  process.stderr.write(`marquee: there is no command ${JSON.stringify(name)}\n\n${help()}`)
  process.exitCode = 2
}

function help(): string {
  const width = Math.max(...commands.names.map((each) => each.length))
  const lines = commands.all.map((each) => `  ${each.name.padEnd(width)}  ${each.summary}`)
  return `Usage: marquee <command>\n\nCommands:\n${lines.join('\n')}\n\nSettings come from the environment: DATABASE_URL, DATA_DIR, PORT and others.\n`
}

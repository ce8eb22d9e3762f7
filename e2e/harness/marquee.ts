import { type Child, startChild } from './child.ts'
import { baseEnvironment, program, ROOT, type Settings, SHORT_LIVED } from './servers.ts'

export interface Ran {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Starts `marquee` with a command line and settings; nobody sits at a terminal. */
export function startMarquee(words: readonly string[], settings: Settings): Child {
  const env = { ...baseEnvironment(), ...settings }
  return startChild('node', [...SHORT_LIVED, program('marquee', 'server/cli/marquee.ts'), ...words], { cwd: ROOT, env })
}

export async function marquee(words: readonly string[], settings: Settings): Promise<Ran> {
  const child = startMarquee(words, settings)
  const code = await child.exited
  return { code, stdout: child.stdout(), stderr: child.stderr() }
}

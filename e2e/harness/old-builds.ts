import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Longer than any run of the tests. */
const KEPT_MS = 4 * 3_600_000

/** Removes the builds of earlier runs; none that may be used by one under way. */
export function removeOldBuilds(folder: string, prefix: string): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    if (!name.startsWith(prefix) || Date.now() - statSync(path).mtimeMs < KEPT_MS) continue
    rmSync(path, { recursive: true, force: true })
  }
}

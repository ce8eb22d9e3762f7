import { describe, expect, it } from 'vitest'
import type { Command, CommandEntry, CommandGroup } from './command.ts'
import { commands } from './commands.ts'
import { ran } from './test-surroundings.ts'

interface Found {
  readonly path: string
  readonly entry: CommandEntry
  readonly found: Command | CommandGroup
}

async function all(group: CommandGroup, path: readonly string[] = []): Promise<readonly Found[]> {
  const lists = group.commands.map(async (entry) => {
    const found = await entry.load()
    const own = [...path, entry.name]
    const here = { path: own.join(' '), entry, found }
    return found.kind === 'group' ? [here, ...(await all(found, own))] : [here]
  })
  return (await Promise.all(lists)).flat()
}

describe.each(await all(commands))('marquee $path', ({ path, entry, found }) => {
  it('has help that names it, and a summary in one line', async () => {
    const { code, stdout, stderr } = await ran([...path.split(' '), '--help'], commands)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toContain(`Usage: marquee ${path} `)
    expect(entry.summary).toMatch(/^[a-z][^\n]{5,90}[^.\n]$/)
  })

  it('shows how it is used', () => {
    if (found.kind === 'group') return expect(found.commands.length).toBeGreaterThan(1)
    expect(found.examples.length).toBeGreaterThan(0)
    expect(found.examples.filter(({ what }) => what === '')).toEqual([])
  })

  it('declares what can be given', () => {
    if (found.kind === 'group') return
    for (const declared of [...Object.values(found.options), ...Object.values(found.args)]) {
      expect(declared.description).not.toBe('')
    }
    const needed = Object.values(found.args).map(({ optional }) => optional !== true)
    expect(needed).toEqual(needed.toSorted((a, b) => Number(b) - Number(a)))
    const letters = Object.values(found.options).flatMap(({ short }) => short ?? [])
    expect(letters.filter((letter) => 'qh'.includes(letter))).toEqual([])
    expect(new Set(letters).size).toBe(letters.length)
  })
})

import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright/test'
import { describe, it } from 'vitest'
import { check, open } from './browser.ts'
import { rows } from './list-view.ts'

const BUDGET_KB = 250

/** Scripts that the page has loaded, with the size of each by gzip in kB. */
function scriptsOf(page: Page): () => Promise<ReadonlyMap<string, number>> {
  const bodies: Promise<readonly [string, number] | null>[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'script') return
    const size = response.body().then(
      (body) => [new URL(response.url()).pathname, gzipSync(body).length / 1000] as const,
      () => null,
    )
    bodies.push(size)
  })
  return async () => new Map((await Promise.all(bodies)).filter((size) => size !== null))
}

const total = (sizes: ReadonlyMap<string, number>): number => [...sizes.values()].reduce((sum, size) => sum + size, 0)

describe('first load', () => {
  it(`of a list takes at most ${BUDGET_KB} kB of script by gzip before the list can be used, with nothing cached`, async () => {
    const page = await open('about:blank', { fresh: true })
    const scripts = scriptsOf(page)
    await page.goto('/p/films')
    await check(rows(page)).toHaveCount(20)
    const sizes = await scripts()
    check(total(sizes)).toBeGreaterThan(20)
    check(total(sizes), [...sizes].map(([path, size]) => `${path} ${size.toFixed(1)}`).join('\n')).toBeLessThan(
      BUDGET_KB,
    )
  })

  it('of a form after a list brings its own chunks, and none of the list again', async () => {
    const page = await open('about:blank', { fresh: true })
    const scripts = scriptsOf(page)
    await page.goto('/p/films')
    await check(rows(page)).toHaveCount(20)
    const before = new Set((await scripts()).keys())
    await rows(page).first().getByRole('link').first().click()
    await check(page.getByRole('form')).toBeVisible()
    const later = [...(await scripts()).keys()].filter((path) => !before.has(path))
    check(later.some((path) => /\/form-/.test(path))).toBe(true)
  })
})

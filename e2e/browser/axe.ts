import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright/test'

const SCRIPT = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** What keeps somebody from using a page. Contrast is looked at in both themes elsewhere. */
const GRAVE = ['serious', 'critical']
/** Rules whose breaches axe itself holds to be less than that: to ask for them would only take time. */
const MILD = [
  'aria-allowed-role',
  'aria-deprecated-role',
  'empty-heading',
  'empty-table-header',
  'form-field-multiple-labels',
  'heading-order',
  'image-redundant-alt',
  'landmark-banner-is-top-level',
  'landmark-contentinfo-is-top-level',
  'landmark-main-is-top-level',
  'landmark-no-duplicate-banner',
  'landmark-no-duplicate-contentinfo',
  'landmark-no-duplicate-main',
  'landmark-one-main',
  'landmark-unique',
  'meta-viewport',
  'meta-viewport-large',
  'no-autoplay-audio',
  'page-has-heading-one',
  'presentation-role-conflict',
  'region',
  'scope-attr-valid',
  'skip-link',
]
const OPTIONS = {
  resultTypes: ['violations'],
  // what is in a frame is another site's
  iframes: false,
  rules: Object.fromEntries(['color-contrast', ...MILD].map((id) => [id, { enabled: false }])),
}

interface Axe {
  readonly run: (
    context: Document,
    options: unknown,
  ) => Promise<{
    readonly violations: readonly {
      readonly id: string
      readonly impact?: string | null
      readonly help: string
      readonly nodes: readonly { readonly html: string }[]
    }[]
  }>
}

/** Serious violations of the WCAG and of good practice that axe finds on the page as it stands, each with its places. */
export async function axeViolations(page: Page): Promise<string[]> {
  // by evaluation, since the page's policy takes no script from elsewhere
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(SCRIPT)
  return page.evaluate(
    async ({ grave, options }) => {
      const { violations } = await (window as unknown as { axe: Axe }).axe.run(document, options)
      const serious = violations.filter(({ impact }) => grave.includes(impact ?? ''))
      return serious.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html).join(' ')}`)
    },
    { grave: GRAVE, options: OPTIONS },
  )
}

import { type Browser, chromium } from 'playwright'
import { inject } from 'vitest'
import { CHROMIUM_FLAGS } from './chromium.ts'

/** A browser, which ends with the process that opened it. */
export function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: inject('chromium'), args: CHROMIUM_FLAGS })
}

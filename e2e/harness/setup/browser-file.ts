import { afterEach } from 'vitest'
import { closePages } from '../../browser/browser.ts'

afterEach(closePages)

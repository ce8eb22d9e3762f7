import { registry } from '../registry.ts'
import { ct } from './ct.ts'
import { eq } from './eq.ts'
import { ew } from './ew.ts'
import { ge } from './ge.ts'
import { gt } from './gt.ts'
import { isIn } from './in.ts'
import { isEmpty } from './isempty.ts'
import { le } from './le.ts'
import { lk } from './lk.ts'
import { lt } from './lt.ts'
import { neq } from './neq.ts'
import { notIn } from './notin.ts'
import { sw } from './sw.ts'

/** Every filter operator, by its name in a filter without `$`. */
export const operators = registry('operator', [eq, neq, gt, ge, lt, le, lk, sw, ew, ct, isIn, notIn, isEmpty])

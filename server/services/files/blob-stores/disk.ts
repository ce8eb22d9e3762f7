import { AppError } from '../../../errors.ts'
import type { StoreKind } from './store-kind.ts'
import { told } from './told.ts'

/** A folder of the machine's disk; Node and Deno have one. */
export const disk: StoreKind = {
  name: 'disk',
  keeps: ({ type }) => type === 0,
  open: (area, { disk: open }) => {
    const { name, path } = area
    if (open === undefined) {
      const detail = `the storage area ${name} is a disk, which this runtime has not: expected a bucket or blob storage`
      throw new AppError({ code: 'VALIDATION', detail })
    }
    return told(area, open(path).store)
  },
}

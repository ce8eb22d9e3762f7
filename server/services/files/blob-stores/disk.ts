import { AppError } from '../../../errors.ts'
import type { StoreKind } from './store-kind.ts'

/** A folder of the machine's disk; Node and Deno have one. */
export const disk: StoreKind = {
  name: 'disk',
  keeps: ({ type }) => type === 0,
  open: ({ name, path }, { disk: open }) => {
    if (open === undefined) {
      const detail = `the storage area ${name} is a disk, which this runtime has not: expected a bucket or blob storage`
      throw new AppError({ code: 'VALIDATION', detail })
    }
    return open(path).store
  },
}

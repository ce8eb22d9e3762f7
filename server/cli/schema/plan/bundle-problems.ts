import { MAX_REMOTES, remoteFault } from '../../../../shared/remotes.ts'
import type { DocumentProblem } from '../../../catalog/shapes/check-shape.ts'
import type { RowChange } from './row-changes.ts'

/** What the data API refuses of customers' bundles; what was so before stands in nobody's way. */
export function bundleProblems(changes: readonly RowChange[]): readonly DocumentProblem[] {
  const wanted = changes.flatMap(({ table, action, after, path }) =>
    table === 'adm_remotes' && after !== null && path !== null ? [{ action, after, path }] : [],
  )
  const tooMany = wanted.filter(({ after }) => after.is_enabled).slice(MAX_REMOTES)
  const owners = new Map<unknown, unknown>()
  return [
    ...wanted.flatMap(({ action, after, path }): readonly DocumentProblem[] => {
      const { name, entry, integrity } = after as { readonly [column: string]: string }
      const other = owners.get(entry)
      owners.set(entry, name)
      if (other !== undefined && other !== name)
        return [{ path: [...path, 'entry'], message: `it is the entry of ${other} already` }]
      const fault =
        action === 'keep' ? null : remoteFault({ name, entry, ...(integrity === null ? {} : { integrity }) } as never)
      return fault === null ? [] : [{ path: [...path, fault.member], message: `expected ${fault.expected}` }]
    }),
    ...tooMany.map(({ path }) => ({
      path,
      message: `at most ${MAX_REMOTES} bundles can be in use: expected enabled: false`,
    })),
  ]
}

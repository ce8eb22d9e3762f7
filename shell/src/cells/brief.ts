/** As many values as a list's line shows before it counts the rest. */
const SHOWN = 2

/** The first values, and how many more there are; a single one more is shown rather than counted. */
export function shorten<T>(
  values: readonly T[],
  brief: boolean,
): { readonly shown: readonly T[]; readonly more: number } {
  if (!brief || values.length <= SHOWN + 1) return { shown: values, more: 0 }
  return { shown: values.slice(0, SHOWN), more: values.length - SHOWN }
}

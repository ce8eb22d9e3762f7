import type { ErrorInfo } from 'react'

/** Reports what a boundary caught, unless the boundary tells of it itself. */
export function reportCaught(
  error: unknown,
  { errorBoundary }: ErrorInfo & { readonly errorBoundary?: object | undefined },
) {
  const tellsItself = errorBoundary !== undefined && 'tellsItself' in errorBoundary
  if (!tellsItself) console.error(error)
}

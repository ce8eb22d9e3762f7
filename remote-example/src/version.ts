/** The package's own, put here when the bundle is made. */
declare const BUNDLE_VERSION: string

export const version = BUNDLE_VERSION

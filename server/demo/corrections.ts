/** What was found wrong with a film's row, and whether an editor should look at what was made of it. */
export const CORRECTIONS = {
  'missing-title': { label: 'Title was missing', review: true },
  'numeric-title': { label: 'Title was a number', review: false },
  'title-encoding': { label: 'Title had wrongly decoded letters', review: true },
  'title-article': { label: 'Article stood behind the title', review: false },
  'title-year': { label: 'Title repeated the year', review: false },
  'title-spaces': { label: 'Title had double spaces', review: false },
  'future-date': { label: 'Release date was a century late', review: true },
  'epoch-date': { label: 'Release date stood for “unknown”', review: true },
  'doubtful-day': { label: 'Release date may be the year only', review: true },
  'zero-gross': { label: 'Gross of zero stood for “unknown”', review: false },
  'unknown-distributor': { label: 'Distributor was named “unknown”', review: false },
  'director-quotes': { label: 'Director’s name had doubled quotes', review: false },
} as const satisfies Readonly<Record<string, { readonly label: string; readonly review: boolean }>>

export type Correction = keyof typeof CORRECTIONS

export const CORRECTION_KINDS = Object.keys(CORRECTIONS) as readonly Correction[]

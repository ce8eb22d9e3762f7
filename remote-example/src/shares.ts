/** Grosses of one film in US dollars, decimals as text. */
export interface Grosses {
  readonly us_gross?: string | null
  readonly worldwide_gross?: string | null
}

export interface Share {
  readonly label: string
  /** Class of its colour. */
  readonly color: string
  readonly amount: number
  readonly percent: number
}

/** The parts of the worldwide gross; null when it is not known. */
export function sharesOf({ us_gross, worldwide_gross }: Grosses): readonly Share[] | null {
  const total = Number(worldwide_gross)
  if (!(total > 0)) return null
  const us = Math.min(Number(us_gross ?? 0), total)
  const share = (label: string, color: string, amount: number): Share => {
    return { label, color, amount, percent: (amount / total) * 100 }
  }
  return [share('United States', 'ex-us', us), share('Elsewhere', 'ex-elsewhere', total - us)]
}

const DOLLARS = { style: 'currency', currency: 'USD', maximumFractionDigits: 0 } as const

export function dollars(amount: number): string {
  return amount.toLocaleString('en-US', DOLLARS)
}

/** Grosses of one film in US dollars, decimals as text. */
export interface BoxOfficeData {
  readonly us_gross: string | null
  readonly worldwide_gross: string | null
}

export interface Share {
  readonly label: string
  readonly color: string
  readonly amount: number
  readonly percent: number
}

/** The parts of the worldwide gross; null when it is not known. */
export function sharesOf(data: BoxOfficeData): readonly Share[] | null {
  const total = Number(data.worldwide_gross)
  if (!(total > 0)) return null
  const us = Math.min(Number(data.us_gross ?? 0), total)
  const share = (label: string, color: string, amount: number): Share => {
    return { label, color, amount, percent: (amount / total) * 100 }
  }
  return [share('United States', '#2f6fde', us), share('Elsewhere', '#8fb3f0', total - us)]
}

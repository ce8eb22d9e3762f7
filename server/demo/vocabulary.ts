/** Genres a film has, by the single one its row names. */
const GENRES: Readonly<Record<string, readonly string[]>> = {
  'Thriller/Suspense': ['Thriller', 'Suspense'],
  'Romantic Comedy': ['Romance', 'Comedy'],
  'Black Comedy': ['Black Comedy', 'Comedy'],
  'Concert/Performance': ['Concert', 'Performance'],
}

export function splitGenre(genre: string | null): readonly string[] {
  return genre === null ? [] : (GENRES[genre] ?? [genre])
}

/** Colours of the genres' labels; a genre not named here has none. */
export const GENRE_COLORS: Readonly<Record<string, string>> = {
  Action: '#cf1322',
  Adventure: '#d46b08',
  'Black Comedy': '#434343',
  Comedy: '#d4b106',
  Concert: '#9254de',
  Documentary: '#08979c',
  Drama: '#1d39c4',
  Horror: '#5c0011',
  Musical: '#c41d7f',
  Performance: '#722ed1',
  Romance: '#eb2f96',
  Suspense: '#003a8c',
  Thriller: '#22075e',
  Western: '#874d00',
}

/** What a film's story was taken from, as a tree: a root's name, then its branches. */
export const SOURCE_TREE: readonly { readonly name: string; readonly children: readonly string[] }[] = [
  { name: 'Original work', children: ['Original Screenplay', 'Compilation', 'Musical Group Movie'] },
  {
    name: 'Literature and press',
    children: ['Based on Book/Short Story', 'Based on Factual Book/Article', 'Based on Magazine Article'],
  },
  { name: 'Stage', children: ['Based on Play', 'Based on Musical/Opera'] },
  { name: 'Film and television', children: ['Based on TV', 'Based on Short Film', 'Remake', 'Spin-Off'] },
  {
    name: 'Comics, games and parks',
    children: ['Based on Comic/Graphic Novel', 'Based on Game', 'Based on Toy', 'Disney Ride'],
  },
  { name: 'Life and legend', children: ['Based on Real Life Events', 'Traditional/Legend/Fairytale'] },
]

/** Ratings of the Motion Picture Association and what they advise, mildest first. */
export const RATINGS = [
  { name: 'G', color: '#389e0d', advice: 'General audiences: all ages admitted.' },
  { name: 'PG', color: '#7cb305', advice: 'Parental guidance suggested.' },
  { name: 'PG-13', color: '#d48806', advice: 'Parents strongly cautioned: may be unsuitable under 13.' },
  { name: 'R', color: '#d4380d', advice: 'Restricted: under 17 with a parent or adult guardian.' },
  { name: 'NC-17', color: '#a8071a', advice: 'No one 17 and under admitted.' },
  { name: 'Not Rated', color: '#8c8c8c', advice: 'Released without a rating.' },
  { name: 'Open', color: '#bfbfbf', advice: 'Rating not decided yet.' },
] as const

/** Distributors that are labels of another one of the data. */
export const PARENT_COMPANIES: Readonly<Record<string, string>> = {
  'Fox Searchlight': '20th Century Fox',
  'Focus/Rogue Pictures': 'Focus Features',
  'IFC First Take': 'IFC Films',
  'MGM/UA Classics': 'MGM',
  'Miramax/Dimension': 'Miramax',
  'Orion Classics': 'Orion Pictures',
  'Paramount Vantage': 'Paramount Pictures',
  'Sony Pictures Classics': 'Sony Pictures',
  'Sony/Columbia': 'Sony Pictures',
  'Sony/Screen Gems': 'Sony Pictures',
  'Sony/TriStar': 'Sony Pictures',
  'Warner Independent': 'Warner Bros.',
  'Weinstein/Dimension': 'Weinstein Co.',
}

/** Status of a film or a collection in the editors' work. */
export const STATUSES = [
  { value: 'draft', label: 'Draft' },
  { value: 'review', label: 'In review' },
  { value: 'published', label: 'Published' },
  { value: 'archived', label: 'Archived' },
] as const

/** What kinds of world stories are set in, the usual ones first. */
export const CREATIVE_TYPES = [
  'Contemporary Fiction',
  'Historical Fiction',
  'Fantasy',
  'Science Fiction',
  'Dramatization',
  'Kids Fiction',
  'Factual',
  'Super Hero',
  'Multiple Creative Types',
] as const

import { describe, expect, it } from 'vitest'
import { loadFilms } from '../runtime/demo-films.ts'
import { type CleanFilm, cleanFilms } from './clean.ts'
import { cleanDate } from './clean-date.ts'
import { cleanTitle } from './clean-title.ts'
import { cleaningReportLines } from './cleaning-report.ts'
import type { Correction } from './corrections.ts'
import { parseFilms } from './raw-film.ts'
import { sortName, vocabularyRows } from './vocabulary-rows.ts'

const rows = await loadFilms()
const { films, report } = cleanFilms(rows)

const corrected = (correction: Correction): readonly CleanFilm[] =>
  films.filter((film) => film.corrections.includes(correction))

const titled = (title: string): readonly CleanFilm[] => films.filter((film) => film.title === title)

describe('cleanFilms', () => {
  it('drops nothing and counts what was dirty', () => {
    expect(report).toEqual({
      films: 3201,
      correctedFilms: 191,
      corrections: {
        'missing-title': 1,
        'numeric-title': 9,
        'title-encoding': 18,
        'title-article': 6,
        'title-year': 3,
        'title-spaces': 2,
        'future-date': 22,
        'epoch-date': 8,
        'doubtful-day': 97,
        'zero-gross': 47,
        'unknown-distributor': 1,
        'director-quotes': 1,
      },
      unknown: {
        releaseDate: 8,
        runningTime: 1992,
        rating: 605,
        director: 1331,
        distributor: 233,
        source: 365,
        creativeType: 446,
        usGross: 54,
        worldwideGross: 54,
        usDvdSales: 2637,
        productionBudget: 1,
        imdbRating: 213,
        imdbVotes: 213,
        rottenTomatoes: 880,
        genres: 275,
      },
      splitGenres: 417,
      notShownInUs: 19,
      duplicates: 0,
      sharedTitles: 51,
    })
  })

  it('keeps the rows in order, each with a title and an address of its own', () => {
    expect(films.map((film) => film.raw)).toEqual(rows)
    expect(films.every((film) => film.title.trim() === film.title && film.title !== '')).toBe(true)
    expect(new Set(films.map((film) => film.slug)).size).toBe(3201)
    expect(films.every((film) => /^[a-z0-9]+(-[a-z0-9]+)*$/.test(film.slug))).toBe(true)
  })

  it('ends in the year the data ends in, and begins in 1915', () => {
    const years = films.map((film) => film.year).filter((year) => year !== null)
    expect([Math.min(...years), Math.max(...years)]).toEqual([1915, 2011])
  })

  it('takes zero for unknown only where nothing was recorded abroad either', () => {
    expect(films.filter((film) => film.worldwideGross === 0)).toEqual([])
    expect(titled('Bandidas')[0]).toMatchObject({ usGross: 0, worldwideGross: 10_496_317, corrections: [] })
    expect(titled('1776')[0]).toMatchObject({ usGross: null, worldwideGross: null })
  })

  it('knows remakes by their dates', () => {
    expect(titled('King Kong').map((film) => film.slug)).toEqual(['king-kong-1933', 'king-kong-1976', 'king-kong-2005'])
  })

  it('makes two genres of one that names two', () => {
    expect(titled('Notting Hill')[0]?.genres).toEqual(['Romance', 'Comedy'])
    expect(films.reduce((total, film) => total + film.genres.length, 0)).toBe(3343)
  })

  it('corrects names', () => {
    expect(corrected('director-quotes').map((film) => film.director)).toEqual(['Jeff "King Jeff" Hollins'])
    expect(corrected('unknown-distributor').map((film) => film.distributor)).toEqual([null])
  })
})

describe('cleanTitle', () => {
  it.each([
    ['numbers', 1776, '1776'],
    ['wrongly decoded letters', 'DÈj‡ Vu', 'Déjà Vu'],
    ['wrongly decoded signs', "I Love You Ö Don't Touch Me!", "I Love You … Don't Touch Me!"],
    ['letters that were right', 'Alien³', 'Alien³'],
    ['signs that are the same', 'Ri¢hie Ri¢h', 'Ri¢hie Ri¢h'],
    ['articles behind', 'Boot, Das', 'Das Boot'],
    ['commas before other words', 'First Love, Last Rites', 'First Love, Last Rites'],
    ['the year of release', 'Lolita (1962)', 'Lolita'],
    ['another year', 'Fantasia 2000 (IMAX)', 'Fantasia 2000 (IMAX)'],
    ['double spaces', 'The Helix...  Loaded', 'The Helix... Loaded'],
    ['a missing title', null, 'Untitled (Nov 03 2006)'],
  ])('reads %s', (_, raw, title) => {
    expect(cleanTitle(raw, 1962, 'Nov 03 2006').title).toBe(title)
  })

  it('leaves no letter in the data that is not one of a title', () => {
    const odd = films.map((film) => film.title).filter((title) => /[^\x20-\x7eà-ÿ…½³¢]/.test(title))
    expect(odd).toEqual([])
  })
})

describe('cleanDate', () => {
  it.each([
    ['Jun 12 1998', '1998-06-12', []],
    ['Dec 23 2011', '2011-12-23', []],
    ['Feb 08 2015', '1915-02-08', ['future-date']],
    ['Dec 31 2046', '1946-12-31', ['future-date', 'doubtful-day']],
    ['Jan 01 1970', '1970-01-01', ['doubtful-day']],
    ['Dec 31 1969', null, ['epoch-date']],
  ])('reads %s', (raw, date, corrections) => {
    expect(cleanDate(raw)).toEqual({ date, year: date === null ? null : Number(date.slice(0, 4)), corrections })
  })

  it('refuses what is not a date', () => {
    expect(() => cleanDate('1998-06-12')).toThrow('"1998-06-12" is not a release date')
  })
})

describe('the data', () => {
  it('is refused where a row is not a film', () => {
    expect(() => parseFilms({})).toThrow('not an array')
    expect(() => parseFilms([rows[0], { Title: 'Nothing else' }])).toThrow('row 1 ')
  })

  it('yields vocabularies without repetition', () => {
    const { people, distributors, genres } = vocabularyRows(films)
    expect([people, genres, distributors.roots, distributors.branches].map((list) => list.length)).toEqual([
      550, 14, 160, 13,
    ])
    expect(new Set(people.map(({ name }) => name)).size).toBe(550)
  })

  it.each([
    ['Steven Spielberg', 'Spielberg, Steven'],
    ['Brian De Palma', 'De Palma, Brian'],
    ['Guillermo Del Toro', 'Del Toro, Guillermo'],
    ['Costa-Gavras', 'Costa-Gavras'],
  ])('sorts %s as %s', (name, sorted) => {
    expect(sortName(name)).toBe(sorted)
  })

  it('is reported in lines', () => {
    const lines = cleaningReportLines(report)
    expect(lines[0]).toBe('  3201  films')
    expect(lines).toContain('    22  Release date was a century late')
    expect(lines).toContain('  1992  Without running time')
  })
})

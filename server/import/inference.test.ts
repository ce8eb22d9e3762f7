import { describe, expect, it } from 'vitest'
import { ColumnObserver, NAMES } from './column-facts.ts'
import { LongNumber } from './json-row.ts'
import { areCapitals, labelOf, nameOf, singular } from './names.ts'
import { type StyleName, styleNamed } from './written-style.ts'

function typeOf(values: readonly unknown[], written: boolean): string {
  const observer = new ColumnObserver('x', { written, distinct: false })
  for (const value of values) observer.add(value)
  return observer.facts().type
}

describe('the type of a column', () => {
  it.each([
    ['Integer', ['1', '-20', '0', null]],
    ['Integer', ['9007199254740991']],
    ['Decimal', ['9007199254740993', '1']],
    ['Decimal', ['1.50', '2']],
    ['Text', ['007', '8']],
    ['Text', ['1e5']],
    ['Text', ['1', 'one']],
    ['Boolean', ['true', 'FALSE']],
    ['Boolean', ['Yes', 'NO', null, 'yes']],
    ['Boolean', ['y', 'N']],
    ['Boolean', ['j', 'n']],
    ['Boolean', ['t', 'f']],
    ['Boolean', ['ja', ' Nein ']],
    ['Boolean', ['On', 'off']],
    ['Boolean', ['WAHR', 'FALSCH']],
    ['Boolean', ['vrai', 'faux']],
    ['Boolean', ['oui', 'non']],
    ['Boolean', ['yes', 'yes']],
    ['Text', ['NO', 'no']],
    ['Text', ['y']],
    ['Text', ['yes', 'nein']],
    ['Text', ['y', 'n', 'j']],
    ['Text', ['yes', 'no', 'maybe']],
    ['Text', ['yes', '0']],
    ['Integer', ['0', '1']],
    ['Date', ['2024-02-29', '']],
    ['Text', ['2023-02-29']],
    ['DateTime', ['2024-02-29', '2024-02-29T12:00:00+01:00']],
    ['Text', ['2024-02-29 12:00']],
    ['Email', ['a@example.org', 'b@example.org']],
    ['Url', ['https://example.org/a', 'http://example.org']],
    ['Text', ['https://example.org/a', 'a@example.org']],
    ['Text', [null, null]],
    ['Text', []],
    ['TextArea', ['two\nlines']],
    ['TextArea', ['x'.repeat(256)]],
    ['Text', ['x'.repeat(256), ...'abcdefghijklmnopqrstuvwxyz']],
    ['Text', ['["a"]']],
  ])('[M4.a] is %s for the texts %j', (type, values) => {
    expect(typeOf(values, true)).toBe(type)
  })

  it.each([
    [['2025-01-01', '2025-13-01', '2025-01-03', '2025-01-04'], { type: 'Date', misfits: 1, sample: '2025-13-01' }],
    [['1', '2', 'x', '4', '', '5.5', '6', '7', '8'], { type: 'Decimal', misfits: 1, sample: 'x' }],
    [['yes', 'no', 'yes', '?'], { type: 'Boolean', misfits: 1, sample: '?' }],
    [['yes', 'no', 'ja', 'n', 'y'], null],
    [['1', 'x', '2'], null],
    [['1', '2', '3', '4.5'], null],
    [['one', 'two', 'three', 'four'], null],
    [[...'abcdefg', ...'1'.repeat(100)], null],
  ])('[M4.a] is known for what a few of the texts %j keep it from being', (values, nearly) => {
    const observer = new ColumnObserver('x', { written: true, distinct: false })
    for (const value of values) observer.add(value)
    expect(observer.facts().nearly).toEqual(nearly)
  })

  it.each([
    [['31.12.2024', '1.2.2024'], 'Date', 'dmy'],
    [['31/12/2024', '01/02/2024', ''], 'Date', 'dmy'],
    [['12/31/2024', '01-02-2024'], 'Date', 'mdy'],
    [['1/2/2024', '3/4/2024'], 'Text', null],
    [['1.234.567,89', '99,5', '7', '-0,25'], 'Decimal', 'comma'],
    [['1.234.567', '12'], 'Integer', 'comma'],
    [['1,234,567', '12'], 'Integer', 'point'],
    [['1,234.50', '2'], 'Decimal', 'point'],
    [['1,234', '2'], 'Text', null],
    [['1 234,50', '2,5'], 'Decimal', 'comma'],
  ])('[M4.a] knows how the texts %j are written', (values, type, style) => {
    const observer = new ColumnObserver('x', { written: true, distinct: false })
    for (const value of values) observer.add(value)
    expect([observer.facts().type, observer.facts().styled?.style]).toEqual([type, style])
  })

  it.each([
    [['31.12.2024', '12/31/2024']],
    [['31.12.2024', '31.02.2024']],
    [['12,50 €', '1,00 €']],
    [['45%']],
    [['030 123 456', '123 456']],
    [['123 456 789']],
    [['1.234,5', '1,234.5']],
    [['007,5']],
    [['x', '1,5']],
  ])('[M4.a] takes the texts %j for texts', (values) => {
    const observer = new ColumnObserver('x', { written: true, distinct: false })
    for (const value of values) observer.add(value)
    expect([observer.facts().type, observer.facts().styled]).toEqual(['Text', null])
  })

  it('[M4.a] reads a column in the style it is told', () => {
    const told = (name: StyleName, values: readonly string[]) => {
      const observer = new ColumnObserver('x', { written: true, distinct: false, assumed: [styleNamed(name)] })
      for (const value of values) observer.add(value)
      return observer.facts().type
    }
    expect(told('mdy', ['1/2/2024', '3/4/2024'])).toBe('Date')
    expect(told('comma', ['1.234', '2.500'])).toBe('Integer')
    expect(told('comma', ['123 456 789', '1,5'])).toBe('Decimal')
    expect(told('point', ['1,234', '2'])).toBe('Integer')
  })

  it.each([
    ['Integer', [1, 2, null]],
    ['Decimal', [1, 2.5]],
    ['Decimal', [1, new LongNumber('12345678901234567890')]],
    ['Text', [1, '2']],
    ['Text', ['1', '2']],
    ['Text', ['true']],
    ['Text', ['yes', 'no']],
    ['Boolean', [true, false]],
    ['Text', [true, 'maybe']],
    ['Date', ['2024-02-29']],
    ['JSON', [{ a: 1 }, 'x']],
    ['JSON', [[1, 2]]],
    ['JSON', [['a'], 7]],
    ['JSON', [['x'.repeat(501)]]],
    [NAMES, [['a', null, 'b'], [], null]],
    [NAMES, ['a', ['b']]],
    [NAMES, [[]]],
  ])('[M4.a] is %s for the JSON values %j', (type, values) => {
    expect(typeOf(values, false)).toBe(type)
  })

  it('[M4.a] comes with samples, counts and, where asked for, the distinct values', () => {
    const observer = new ColumnObserver('genres', { written: false, distinct: true })
    for (const value of [['Drama', 'War'], null, ['War', null], 'Drama']) observer.add(value)
    expect(observer.facts()).toEqual({
      name: 'genres',
      present: 3,
      type: NAMES,
      samples: ['["Drama","War"]', '["War",null]', 'Drama'],
      entries: 3,
      distinct: ['Drama', 'War'],
      nearly: null,
      styled: null,
    })
  })

  it('[M4.a] gives no distinct values where there are too many to choose from', () => {
    const observer = new ColumnObserver('n', { written: true, distinct: true })
    for (let n = 0; n <= 1000; n++) observer.add(String(n))
    expect(observer.facts().distinct).toBeNull()
  })
})

describe('names', () => {
  it.each([
    ['title', 'title', 'Title'],
    ['Release Date', 'release_date', 'Release date'],
    ['releaseDate', 'release_date', 'Release date'],
    ['IMDBRating', 'imdb_rating', 'IMDB rating'],
    ['IMDb ID', 'imdb_id', 'IMDb ID'],
    ['URL', 'url', 'URL'],
    ['CEO name', 'ceo_name', 'CEO name'],
    ['Release_Date', 'release_date', 'Release date'],
    ['posterURL', 'poster_url', 'Poster URL'],
    ['US gross', 'us_gross', 'US gross'],
    ['Größe (cm)', 'gro_e_cm', 'Größe (cm)'],
    ['é', 'e', 'É'],
    ['id', 'original_id', 'Id'],
    ['_id', 'original_id', 'Id'],
    ['3d', 'column_3d', '3d'],
    ['Название', 'column', 'Название'],
    ['__proto__', 'proto', 'Proto'],
    ['x'.repeat(80), 'x'.repeat(50), `X${'x'.repeat(79)}`],
  ])('[M4.a] %j becomes the field %s, called %s', (column, name, label) => {
    expect([nameOf(column), labelOf(column)]).toEqual([name, label])
  })

  it('[M4.a] lose capitals that all headings of a file are in, but for short ones', () => {
    const columns = ['FILM_ID', 'TITLE', 'RELEASE DATE', 'URL']
    expect(areCapitals(columns)).toBe(true)
    expect(columns.map((column) => labelOf(column, true))).toEqual(['Film ID', 'Title', 'Release date', 'URL'])
    expect([areCapitals([...columns, 'Year']), areCapitals(['ISBN'])]).toEqual([false, false])
  })

  it.each([
    ['films', 'film'],
    ['countries', 'country'],
    ['boxes', 'box'],
    ['people', 'person'],
    ['Film people', 'Film person'],
    ['creative_types', 'creative_type'],
    ['cast', 'cast'],
    ['status', 'status'],
    ['s', 's'],
  ])('[M4.a] one of %s is a %s', (plural, one) => {
    expect(singular(plural)).toBe(one)
  })
})

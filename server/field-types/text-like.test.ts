import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SECRET_PLACEHOLDER } from '../../shared/envelope.ts'
import { processorTime } from '../test-processor-time.ts'
import type { FieldDefinition, FieldType, Parsed } from './field-type.ts'
import { fieldTypes } from './index.ts'

const FIELD: FieldDefinition = {
  name: 'f',
  label: 'F',
  column: 'f',
  required: false,
  unique: false,
  readOnly: false,
  defaultValue: null,
  enumValues: ['G', 'PG', 'R', 'a, b'].map((value) => ({ value, label: value })),
  props: {},
  help: null,
}

function type(name: string): FieldType {
  const found = fieldTypes.get(name)
  if (!found) throw new Error(`no field type ${name}`)
  return found
}

function text(name: string, value: string, field: Partial<FieldDefinition> = {}): unknown {
  return result(type(name).parseText(value, { ...FIELD, ...field }))
}

function json(name: string, value: unknown, field: Partial<FieldDefinition> = {}): unknown {
  return result(type(name).parseJson(value, { ...FIELD, ...field }))
}

const result = (read: Parsed): unknown => (read.ok ? read.value : `expected ${read.expected}`)

const PLAIN = ['[FT:Text]', '[FT:TextArea]', '[FT:Secret]']
const typeOf = (rule: string): string => rule.slice('[FT:'.length, -1)

describe('text', () => {
  it.each(PLAIN)('%s keeps any text that Postgres can, untrimmed', (rule) => {
    const value = fc.string({ unit: 'binary' }).filter((sample) => !sample.includes('\0'))
    fc.assert(
      fc.property(value, (sample) => json(typeOf(rule), sample) === sample && text(typeOf(rule), sample) === sample),
    )
    expect(json(typeOf(rule), ' padded\n')).toBe(' padded\n')
    expect(json(typeOf(rule), '')).toBe('')
  })

  it.each([...PLAIN, '[FT:HTML]', '[FT:Url]', '[FT:Enum]', '[FT:Image]'])(
    '%s refuses NUL, half a surrogate pair, and what is no text',
    (rule) => {
      for (const value of ['a\0b', '\ud800', 'x\udc00y', 1, true, {}, ['a']]) {
        expect(json(typeOf(rule), value)).toMatch(/^expected /)
      }
    },
  )

  it('[FT:Text] keeps minLength and maxLength, counted in characters', () => {
    const props = { minLength: 2, maxLength: 3 }
    expect(json('Text', 'a', { props })).toBe('expected text of at least 2 characters')
    expect(json('Text', 'abcd', { props })).toBe('expected text of at most 3 characters')
    expect(json('Text', '🎬🎬🎬', { props })).toBe('🎬🎬🎬')
    expect(json('Text', '🎬', { props })).toBe('expected text of at least 2 characters')
    expect(json('Text', '', { props })).toBe('')
    expect(type('Text').validation({ ...FIELD, props, unique: true })).toEqual({ ...props, unique: true })
  })

  it('[FT:Text] a unique text fits an index entry', () => {
    expect(json('Text', 'x'.repeat(501), { unique: true })).toBe('expected text of at most 500 characters')
    expect(type('Text').validation({ ...FIELD, unique: true })).toEqual({ maxLength: 500, unique: true })
  })

  it('[FT:Text] matches its pattern; one that is wrong or of exponential cost counts as none', () => {
    expect(json('Text', 'tt0113277', { props: { pattern: '^tt\\d+$' } })).toBe('tt0113277')
    expect(json('Text', 'nm1', { props: { pattern: '^tt\\d+$' } })).toBe('expected text that matches ^tt\\d+$')
    for (const pattern of ['(', '^(a+)+$', '((x+)y)*', '(?:[)]*){2,}$', 7]) {
      expect(json('Text', `${'a'.repeat(60)}!`, { props: { pattern } })).toBe(`${'a'.repeat(60)}!`)
      expect(type('Text').validation({ ...FIELD, props: { pattern } })).toEqual({})
    }
  })

  it('[FT:Text] a clumsy pattern costs little, whatever the text', () => {
    const spent = processorTime()
    expect(json('Text', 'ab(c', { props: { pattern: '^(\\w+)(\\(c+)?$' } })).toBe('ab(c')
    json('Text', `${'a'.repeat(100_000)}!`, { props: { pattern: '^a*a*a*$' } })
    json('Text', `${'a'.repeat(499)}!`, { props: { pattern: '^a*a*a*$' } })
    expect(spent()).toBeLessThan(2000)
  })

  it('[FT:Secret] is never shown, filtered or sorted by', () => {
    const { placeholder, operators, sortable, select } = type('Secret')
    expect({ placeholder, operators, sortable }).toEqual({
      placeholder: SECRET_PLACEHOLDER,
      operators: [],
      sortable: false,
    })
    expect(select?.('t.password')).not.toContain('password')
  })
})

describe('text of a form', () => {
  it.each([
    '[FT:Enum]',
    '[FT:Color]',
    '[FT:Cron]',
    '[FT:Timezone]',
    '[FT:Url]',
    '[FT:Email]',
    '[FT:Image]',
    '[FT:File]',
    '[FT:HTML]',
  ])('%s the empty text is nothing', (rule) => {
    expect(json(typeOf(rule), '')).toBeNull()
    expect(text(typeOf(rule), '')).toBeNull()
  })

  it('[FT:Enum] is one of the enum values', () => {
    expect(json('Enum', 'PG')).toBe('PG')
    expect(json('Enum', 'pg')).toBe('expected one of G, PG, R, a, b')
    expect(type('Enum').parseOperand('no longer allowed')).toEqual({ ok: true, value: 'no longer allowed' })
  })

  it('[FT:MultiEnum] is an array of the enum values, each once', () => {
    expect(json('MultiEnum', ['R', 'G'])).toEqual(['R', 'G'])
    expect(json('MultiEnum', [])).toEqual([])
    expect(json('MultiEnum', ['R', 'R'])).toBe('expected values without duplicates')
    for (const value of [['X'], 'R', [1], [null], { 0: 'R' }]) expect(json('MultiEnum', value)).toMatch(/^expected /)
  })

  it('[FT:MultiEnum] is written with commas, or as JSON', () => {
    expect(text('MultiEnum', 'R, G')).toEqual(['R', 'G'])
    expect(text('MultiEnum', '["a, b"]')).toEqual(['a, b'])
    expect(text('MultiEnum', ' ')).toEqual([])
    expect(text('MultiEnum', '[')).toMatch(/^expected /)
  })

  it('[FT:Color] is #rgb, #rrggbb or #rrggbbaa, in lower case', () => {
    expect(['#FFF', '#1E90FF', '#1e90ff80'].map((value) => json('Color', value))).toEqual([
      '#fff',
      '#1e90ff',
      '#1e90ff80',
    ])
    for (const value of ['fff', '#ff', '#12345', '#ggg', 'red', '#fff '])
      expect(json('Color', value)).toMatch(/^expected a colour/)
    expect(type('Color').parseOperand('#FFF')).toEqual({ ok: true, value: '#fff' })
  })

  it('[FT:Cron] [VER:cron] has 5 fields, or 6 with seconds', () => {
    for (const value of ['*/5 * * * *', '0 6 * * MON-FRI', '30 0 6 * * 1']) expect(json('Cron', value)).toBe(value)
    for (const value of ['* * * *', '* * * * * * *', '61 * * * *', '@daily', '2026-01-01T00:00:00', 'a b c d e']) {
      expect(json('Cron', value)).toBe('expected a cron expression of 5 or 6 fields, such as 0 6 * * 1')
    }
  })

  it('[FT:Timezone] is known to Intl by name', () => {
    for (const value of ['Europe/Berlin', 'UTC', 'Etc/GMT+5']) expect(json('Timezone', value)).toBe(value)
    for (const value of ['Mars/Olympus', '+02:00', 'Europe/Berlin ', '../etc']) {
      expect(json('Timezone', value)).toBe('expected a time zone such as Europe/Berlin')
    }
  })

  it('[FT:Url] is an absolute web, ftp or mail address', () => {
    for (const value of ['https://example.com/ü?q=*#x', 'ftp://h/f', 'mailto:a@b.example', 'http://[::1]:80/']) {
      expect(json('Url', value)).toBe(value)
    }
    const wrong = [
      'javascript:alert(1)',
      '/path',
      'example.com',
      'https://',
      'http:x',
      'http://a b',
      'java\nscript:x',
      'data:,x',
      ' https://x.example',
      'http:\\\\x',
    ]
    for (const value of wrong) expect(json('Url', value)).toBe('expected an address such as https://example.com')
    expect(json('Url', `https://x.example/${'a'.repeat(2048)}`)).toBe('expected an address of at most 2048 characters')
  })

  it('[FT:Email] is a name at a domain', () => {
    for (const value of ['a@b.example', 'first.last+tag@sub.example.org', 'ä@bücher.example'])
      expect(json('Email', value)).toBe(value)
    const wrong = [
      'a',
      'a@b',
      '@b.example',
      'a@',
      'a@b..c',
      '.a@b.example',
      'a b@c.example',
      'a@-b.example',
      'a@1.2.3.4',
      'a@b@c.example',
      '<a@b.example>',
    ]
    for (const value of wrong) expect(json('Email', value)).toBe('expected an e-mail address such as name@example.com')
  })

  it('[FT:Email] any text is judged quickly', () => {
    const spent = processorTime()
    for (const value of ['a.'.repeat(127), `${'a'.repeat(60)}@${'a-'.repeat(90)}`, '@'.repeat(254)])
      json('Email', value)
    expect(spent()).toBeLessThan(200)
  })

  it.each(['[FT:Image]', '[FT:File]'])('%s is a stored name or a web address, never a script', (rule) => {
    for (const value of ['poster.jpg', 'a b/ü.png', 'https://cdn.example/x.png', '42/1.png'])
      expect(json(typeOf(rule), value)).toBe(value)
    for (const value of [
      'javascript:alert(1)',
      'JAVASCRIPT:x',
      'data:text/html,x',
      'java\tscript:x',
      ' javascript:x',
      'a\nb',
      'https:x',
    ]) {
      expect(json(typeOf(rule), value)).toMatch(/^expected a file name or web address/)
    }
  })
})

import { describe, expect, it } from 'vitest'
import { buildCatalog, type MetadataRows } from '../../catalog/build.ts'
import type { Catalog } from '../../catalog/catalog.ts'
import { UNRESTRICTED } from '../../catalog/rights.ts'
import { processorTime } from '../../test-processor-time.ts'
import { openApiDocument } from '../build.ts'
import { exampleOf } from './example.ts'
import { html } from './html.ts'
import { typeWords } from './schema-view.ts'
import { helpOf } from './views.ts'
import { words } from './words.ts'

/** Media types of so many fields each, with texts as hostile as metadata may hold. */
function catalogOf(types: number, fields: number, text = 'Plain'): Catalog {
  const names = Array.from({ length: types }, (_, index) => `type_${index}`)
  return buildCatalog({
    revision: 1,
    mediaTypes: names.map((name) => ({ name, label: text, label_plural: text, table_name: name })),
    fields: names.flatMap((mediatype, type) =>
      Array.from({ length: fields }, (_, index) => ({
        id: type * fields + index,
        mediatype,
        name: `field_${index}`,
        label: text,
        type: ['Text', 'Integer', 'Money', 'Enum', 'Date'][index % 5],
        sort_order: index,
        help: text,
        enum_values: [{ value: text, label: text }],
        default_value: text,
        props: { pattern: '^"<>&$', currency: text },
      })),
    ),
    relateds: [],
    pages: [],
    components: [],
  } as unknown as MetadataRows)
}

describe('HTML', () => {
  it('is escaped wherever a text is put in', () => {
    expect(html`<p title="${'"\'<&>'}">${['a', null, undefined, false, 0, html`<b>${'<'}</b>`]}</p>`.text).toBe(
      '<p title="&quot;&#39;&lt;&amp;&gt;">a0<b>&lt;</b></p>',
    )
  })

  it('is made of paragraphs, headings, lists and code', () => {
    const text = 'One `a<b` and\ntwo\n\n## Head\n\n- x\n- `y`\n\n```\nGET <a>\n```'
    expect(
      words(text)
        .text.split('\n')
        .filter((line) => line !== ''),
    ).toEqual([
      '<p>One <code>a&lt;b</code> and two</p>',
      '<h2>Head</h2>',
      '<ul><li>x</li><li><code>y</code></li></ul>',
      '<pre tabindex="0"><code>GET &lt;a&gt;</code></pre>',
    ])
  })

  it('[G6.a] lets no metadata become markup', () => {
    const hostile = '"><img src=x onerror=alert(1)><script>alert(1)</script>'
    const document = openApiDocument(catalogOf(2, 6, hostile), UNRESTRICTED)
    for (const section of ['', 'type_0', 'Introduction', 'Schemas', 'Batch']) {
      const page = helpOf(document, section) ?? ''
      expect(page).toContain('<h1>')
      expect(page).not.toMatch(/<img|<script>/)
    }
  })

  it('[G6.a] has no page for what there is not', () => {
    const document = openApiDocument(catalogOf(1, 1), UNRESTRICTED)
    for (const section of ['nothing', '__proto__', 'constructor', 'type_0.create']) {
      expect(helpOf(document, section)).toBeNull()
    }
  })

  it('[G6.a] is made fast for a hundred media types of thirty fields', () => {
    const catalog = catalogOf(100, 30)
    const spent = processorTime()
    const document = openApiDocument(catalog, UNRESTRICTED)
    const pages = ['', 'type_50', 'Schemas'].map((section) => helpOf(document, section) ?? '')
    expect(spent()).toBeLessThan(2000)
    expect(pages.map((page) => page.length < 400_000)).toEqual([true, true, true])
  })
})

describe('what a reader is shown of a schema', () => {
  const places = new Map([['Thing', '/help/Things#schema-Thing']])
  it.each([
    [{ type: 'string' }, 'string'],
    [{ type: ['integer', 'null'] }, 'integer | null'],
    [
      { type: 'array', items: { $ref: '#/components/schemas/Thing' } },
      'list of <a href="/help/Things#schema-Thing">Thing</a>',
    ],
    [{ anyOf: [{ type: 'integer' }, { $ref: '#/components/schemas/Lost' }] }, 'integer | Lost'],
    [{ type: 'object', additionalProperties: { type: 'boolean' } }, 'object of boolean'],
    [{ const: 'movies' }, '<code>&quot;movies&quot;</code>'],
    [{}, 'any value'],
  ] as const)('%j reads %s', (schema, text) => expect(typeWords(schema, places).text).toBe(text))

  it('is an example that ends where schemas hold each other', () => {
    const node = {
      type: 'object',
      properties: {
        name: { type: 'string' },
        children: { type: 'array', items: { $ref: '#/components/schemas/Node' } },
      },
      required: ['name'],
    } as const
    const text = JSON.stringify(exampleOf(node, { Node: node }))
    expect(text).toMatch(/^\{"name":"text","children":\[\{"name":"text"/)
    expect(text.length).toBeLessThan(1000)
  })

  it('leaves out of an example of a body what is passed over', () => {
    const schema = {
      type: 'object',
      properties: { title: { type: 'string' }, _href: { readOnly: true } },
    } as const
    expect(exampleOf(schema, {}, true)).toEqual({ title: 'text' })
    expect(exampleOf(schema, {})).toEqual({ title: 'text', _href: null })
  })

  it('is an example of values that the schema allows', () => {
    const schema = {
      type: 'object',
      properties: {
        state: { type: 'string', enum: ['draft', 'published'] },
        year: { type: ['integer', 'null'], minimum: 1888 },
        date: { type: 'string', examples: ['2026-01-31'] },
        flag: { type: 'boolean', default: false },
        either: { anyOf: [{ type: 'integer' }, { type: 'null' }] },
      },
    } as const
    expect(exampleOf(schema, {})).toEqual({ state: 'draft', year: 1888, date: '2026-01-31', flag: false, either: 1 })
  })
})

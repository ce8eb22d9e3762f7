import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect } from 'vitest'
import type { OpenApiDocument, Operation } from '../../server/openapi/document.ts'
import { request } from '../harness/service.ts'
import type { Answer } from './client.ts'

type Given = Pick<Answer, 'status' | 'headers' | 'text'>

/** The description as it is now, and what it says against what the service does [G6]. */
export interface Described {
  readonly document: OpenApiDocument
  /** What the schema at a place says against a value; empty when nothing. */
  readonly faults: (pointer: string, value: unknown) => readonly string[]
  /** Expects an answer to be what the document says of the route: its status, content type and body. */
  readonly check: (method: string, path: string, answer: Given) => void
}

export async function readDescribed(): Promise<Described> {
  const document = (await (await request('/openapi.json')).json()) as OpenApiDocument
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  for (const format of ['date', 'date-time', 'idn-email', 'iri']) ajv.addFormat(format, true)
  ajv.addSchema(document, 'openapi')

  const faults: Described['faults'] = (pointer, value) => {
    const validate = ajv.getSchema(`openapi#/${pointer}`)
    if (validate === undefined) throw new Error(`the document has nothing at ${pointer}`)
    validate(value)
    return (validate.errors ?? []).slice(0, 5).map(({ instancePath, message }) => `${instancePath} ${message}`)
  }

  const operation = (method: string, path: string): Operation => {
    const found = document.paths[path]?.[method.toLowerCase() as 'get']
    if (found === undefined) throw new Error(`the document has no ${method} ${path}`)
    return found
  }

  const check: Described['check'] = (method, path, answer) => {
    const { responses } = operation(method, path)
    const status = String(answer.status)
    const named = responses[status] ?? responses.default
    expect(named, `${method} ${path} says nothing of ${status}`).toBeDefined()
    const component = named !== undefined && '$ref' in named ? named.$ref.slice(2) : null
    const place = component ?? ['paths', escaped(path), method.toLowerCase(), 'responses', status].join('/')
    const described = component === null ? named : document.components.responses[component.split('/').at(-1) as string]
    const content = (described as { content?: object } | undefined)?.content
    const type = answer.headers.get('content-type')?.split(';')[0]
    if (content === undefined) {
      expect(answer.text).toBe('')
      return
    }
    expect(Object.keys(content)).toContain(type)
    if (type === undefined || !/[/+]json$/.test(type)) return
    const schema = `${place}/content/${escaped(type)}/schema`
    expect(faults(schema, JSON.parse(answer.text)), `${method} ${path} ${status}`).toEqual([])
  }

  return { document, faults, check }
}

const escaped = (part: string) => part.replaceAll('~', '~0').replaceAll('/', '~1')

export async function fetched(path: string, init: RequestInit = {}): Promise<Given> {
  const response = await request(path, init)
  return { status: response.status, headers: response.headers, text: await response.text() }
}

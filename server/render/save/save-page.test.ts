import { describe, expect, it } from 'vitest'
import type { PageResponse } from '../../../shared/page.ts'
import { dataApiClient } from '../../data-api/client.ts'
import { AppError, type Problem } from '../../errors.ts'
import { registry } from '../../registry.ts'
import type { ComponentMapper } from '../components/component-mapper.ts'
import type { RenderRequest } from '../context.ts'
import { catalogOf, pageOf, requestOf } from '../test-pages.ts'
import type { ComponentSave } from './component-save.ts'
import { createPageSaver } from './save-page.ts'

const shown = { pageKey: 'test' } as PageResponse
const rename = { _op: 'update', _href: '/api/v1/people/1', _data: { name: 'A' } } as const
const planned = (operation: typeof rename, at: string) => ({ operation, place: () => at })

interface World {
  /** What the components `first` and `second` make of their edits. */
  readonly saves?: Readonly<Record<string, (edits: unknown) => ComponentSave | Promise<ComponentSave>>>
  readonly render?: (request: RenderRequest) => Promise<PageResponse>
  readonly answer?: () => Response
}

function world({ saves = {}, render = async () => shown, answer = () => Response.json({ _results: [] }) }: World) {
  const sent: unknown[] = []
  const rendered: RenderRequest[] = []
  const logged: unknown[] = []
  const send = async (request: Request): Promise<Response> => {
    sent.push(await request.json())
    return answer()
  }
  const mappers = Object.entries(saves).map(
    ([name, save]): ComponentMapper => ({ name, schema: () => ({}), data: () => null, save }),
  )
  const page = pageOf(Object.keys(saves).map((type) => ({ type })))
  const saver = createPageSaver({
    catalog: () => catalogOf(page),
    keepsHistory: false,
    log: {
      info: () => undefined,
      warn: () => undefined,
      error: (event, fields) => void logged.push([event, fields]),
    },
    mappers: registry('component', mappers),
    renderer: {
      page: (request) => {
        rendered.push(request)
        return render(request)
      },
    },
  })
  const request = requestOf({
    itemId: '7',
    listState: { sort: 'name' },
    dataApi: dataApiClient(send, { origin: 'http://cms.test', requestId: '1' }),
  })
  const save = (...keys: string[]) => {
    return saver.save(request, { components: keys.map((key) => ({ key, data: {} })) }, {})
  }
  return { save, sent, rendered, logged }
}

const problemsOf = async (work: Promise<unknown>): Promise<readonly Problem[]> => {
  const error = await work.catch((thrown: unknown) => thrown)
  if (error instanceof AppError) return error.problems
  throw new Error('it was not refused')
}
const fault = (code: Problem['code'], pointer?: string) => {
  return new AppError({ code, detail: 'no', ...(pointer === undefined ? {} : { pointer }) })
}

describe('saving a page', () => {
  it('[R2] sends what all components make of their edits in one batch, in the order of the page', async () => {
    const { save, sent, rendered } = world({
      saves: {
        first: () => ({ operations: [planned(rename, '')] }),
        second: () => ({ operations: [planned(rename, ''), planned(rename, '')] }),
      },
    })
    expect(await save('second', 'first')).toBe(shown)
    expect(sent).toEqual([{ _operations: [rename, rename, rename] }])
    expect(rendered).toHaveLength(1)
  })

  it('[R2.b] shows the page and sends nothing where there is nothing to do', async () => {
    const { save, sent } = world({ saves: { first: () => ({}) } })
    expect([await save('first'), await save()]).toEqual([shown, shown])
    expect(sent).toEqual([])
  })

  it('[R2] tells of what every component finds wrong, and sends nothing', async () => {
    const { save, sent } = world({
      saves: {
        first: () => Promise.reject(fault('VALIDATION', '/values/name')),
        second: () => {
          throw fault('UNKNOWN_FIELD')
        },
      },
    })
    expect(await problemsOf(save('second', 'first'))).toEqual([
      { code: 'VALIDATION', detail: 'no', pointer: '/components/1/data/values/name' },
      { code: 'UNKNOWN_FIELD', detail: 'no', pointer: '/components/0/data' },
    ])
    expect(sent).toEqual([])
  })

  it('[R2] is refused before it is sent where it is more than one batch holds', async () => {
    const many = Array.from({ length: 5001 }, () => planned(rename, ''))
    const { save, sent } = world({ saves: { first: () => ({ operations: many }) } })
    expect(await problemsOf(save('first'))).toMatchObject([{ code: 'VALIDATION', pointer: '/components' }])
    expect(sent).toEqual([])
  })

  it('[R2] tells of a refusal in the places of the edits', async () => {
    const error = {
      status: '409',
      code: 'UNIQUE',
      title: '',
      detail: 'no',
      source: { pointer: '/_operations/0/_data/name' },
    }
    const { save } = world({
      saves: { first: () => ({ operations: [planned(rename, '/update/0/values/name')] }) },
      answer: () => Response.json({ errors: [error] }, { status: 409 }),
    })
    expect(await problemsOf(save('first'))).toEqual([
      { code: 'UNIQUE', detail: 'no', pointer: '/components/0/data/update/0/values/name' },
    ])
  })
})

describe('after a save', () => {
  const saves = { first: () => ({ operations: [planned(rename, '')] }) }

  it('[R2.b] the page is shown without the list state that does not do', async () => {
    const { save, rendered } = world({
      saves,
      render: async ({ listState }) => {
        if (listState.sort !== undefined) throw fault('PARAMETER')
        return shown
      },
    })
    expect(await save('first')).toBe(shown)
    expect(rendered.map(({ listState }) => listState)).toEqual([{ sort: 'name' }, {}])
  })

  it('[R2.b] there is no page for whoever does not see it any more, nor where it cannot be made', async () => {
    const gone = world({ saves, render: () => Promise.reject(fault('NOT_FOUND')) })
    expect(await gone.save('first')).toBeNull()
    const down = world({ saves, render: () => Promise.reject(fault('DEPENDENCY_DOWN')) })
    expect(await down.save('first')).toBeNull()
    const broken = world({ saves, render: () => Promise.reject(new Error('broken')) })
    expect(await broken.save('first')).toBeNull()
    expect([gone.logged, down.logged.length, broken.logged]).toEqual([
      [],
      1,
      [['[Save-PageNotShown]', expect.objectContaining({ itemId: '7', cause: expect.any(Error) })]],
    ])
  })
})

import { type Context, Hono } from 'hono'
import type { Catalog } from '../catalog/catalog.ts'
import { AppError, notAllowed } from '../errors.ts'
import type { AppEnv } from '../http.ts'
import type { Aggregator } from '../query/aggregate/aggregate.ts'
import { mediaType } from '../query/bind.ts'
import type { Reader } from '../query/read.ts'
import type { ReadTarget } from '../query/request.ts'
import type { Writer } from '../write/writer.ts'
import { answerAggregate } from './aggregate.ts'
import { answerBatch } from './batch.ts'
import { answerExport, type ExportRouteOptions } from './export.ts'
import { exportFormatOf } from './export-format.ts'
import { answerRead } from './read.ts'
import { idsOf, targetOf } from './target.ts'
import { answerCreate, answerDelete, answerUpdate, answerUpdateMany } from './write.ts'

export interface DataApi extends ExportRouteOptions {
  readonly reader: Reader
  readonly writer: Writer
  readonly aggregator: Aggregator
  readonly catalog: () => Catalog
  readonly unknownIdStatus: 200 | 404
}

/** Routes of the data API under `/api/v1` (specification, "A. Data API"). */
export function dataApiRoutes(dataApi: DataApi): Hono<AppEnv> {
  const { reader, writer, aggregator, catalog, limits } = dataApi
  /** The media type of a write's path, which is told of before anything that is wrong with its body. */
  const writtenType = (c: Context<AppEnv>): string => mediaType(catalog(), c.req.param('type') as string).name
  const read = (c: Context<AppEnv>, type: string, target: ReadTarget): Promise<Response> => {
    const format = target.kind === 'one' ? null : exportFormatOf(c.req.header('accept'))
    return format === null
      ? answerRead(c, reader, type, target, dataApi)
      : answerExport(c, type, target, format, dataApi)
  }
  return new Hono<AppEnv>()
    .post('/api/v1/$batch', (c) => answerBatch(c, writer))
    .all('/api/v1/$batch', () => notAllowed('POST'))
    .post('/api/v1/aggregate-data', (c) => answerAggregate(c, aggregator))
    .all('/api/v1/aggregate-data', () => notAllowed('POST'))
    .get('/api/v1/:type', (c) => read(c, c.req.param('type'), { kind: 'list' }))
    .get('/api/v1/:type/:ids', (c) => {
      const type = c.req.param('type')
      return read(c, type, targetOf(type, c.req.param('ids')))
    })
    .get('/api/v1/:type/:id/:child', (c) => {
      const type = c.req.param('type')
      const ids = idsOf(type, c.req.param('id'))
      if (ids.length > 1)
        throw new AppError({ code: 'NOT_FOUND', detail: `expected one id before /${c.req.param('child')}` })
      return read(c, type, { kind: 'sublevel', id: ids[0] as number, child: c.req.param('child') })
    })
    .post('/api/v1/:type', (c) => answerCreate(c, writer, writtenType(c), limits))
    .on(['PATCH', 'PUT'], '/api/v1/:type/:ids', (c) =>
      answerUpdate(c, writer, writtenType(c), c.req.param('ids'), limits),
    )
    .patch('/api/v1/:type', (c) => answerUpdateMany(c, writer, writtenType(c), limits))
    .delete('/api/v1/:type/:ids', (c) => answerDelete(c, writer, writtenType(c), c.req.param('ids')))
    .all('/api/v1/:type', () => notAllowed('GET, HEAD, POST, PATCH'))
    .all('/api/v1/:type/:ids', () => notAllowed('GET, HEAD, PATCH, PUT, DELETE'))
    .all('/api/v1/:type/:id/:child', () => notAllowed('GET, HEAD'))
}

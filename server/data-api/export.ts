import type { Context } from 'hono'
import { type AppEnv, frameHeaders, requireCaller } from '../http.ts'
import type { Exporter } from '../query/export.ts'
import { type ExportFormat, parseExport } from '../query/export-request.ts'
import type { PageLimits } from '../query/parse.ts'
import type { ReadTarget } from '../query/request.ts'
import { queryOf } from './read.ts'

export interface ExportRouteOptions {
  readonly exporter: Exporter
  readonly limits: PageLimits
  /** Told of what ends an export after its response has begun: no other answer can say it. */
  readonly exportFailed: (error: unknown, requestId: string) => void
}

/** Answers a list read as a file, written as fast as it is read [D11]. */
export async function answerExport(
  c: Context<AppEnv>,
  mediaType: string,
  target: ReadTarget,
  format: ExportFormat,
  options: ExportRouteOptions,
): Promise<Response> {
  const { rights } = requireCaller(c)
  const request = parseExport(mediaType, target, queryOf(c.req.url), format, options.limits)
  const opened = await options.exporter.open(request, rights)
  const requestId = c.get('requestId')
  const headers = {
    'content-type': opened.contentType,
    'content-disposition': `attachment; filename="${opened.fileName}"`,
    'cache-control': 'private, no-store',
    vary: 'Authorization, Cookie, Accept',
    ...frameHeaders(requestId),
  }
  c.set('framed', true)
  if (c.req.method === 'HEAD') return new Response(null, { headers })
  const body = await streamOf(opened.chunks(), (error) => options.exportFailed(error, requestId))
  return new Response(body, { headers })
}

/**
 * A stream that reads a piece when one is asked for and none ahead. The first is read at once, so that what fails from
 * the start is answered as an error; what fails later breaks the stream off, which must not look like its end.
 */
async function streamOf(
  chunks: AsyncGenerator<string, void, undefined>,
  failed: (error: unknown) => void,
): Promise<ReadableStream<Uint8Array>> {
  const encoder = new TextEncoder()
  let first: IteratorResult<string, void> | null = await chunks.next()
  let wanted = true
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        try {
          const { value, done } = first ?? (await chunks.next())
          first = null
          if (!wanted) return
          if (done) controller.close()
          else controller.enqueue(encoder.encode(value))
        } catch (error) {
          failed(error)
          controller.error(error)
        }
      },
      cancel: async () => {
        wanted = false
        await chunks.return()
      },
    },
    { highWaterMark: 0 },
  )
}

import { DATA_API_MEDIA_TYPE } from '../../shared/envelope.ts'
import type { ExportFormat } from '../query/export-request.ts'

const JSON_TYPES = [DATA_API_MEDIA_TYPE, 'application/json', 'application/problem+json']

/** An Accept header without any of these leads to JSON, whatever else it says. */
const MAY_EXPORT = /text\/|ndjson/i

/** The format of an export that an Accept header prefers to JSON; null: JSON it is (RFC 9110, section 12.5.1) [D11]. */
export function exportFormatOf(accept: string | undefined): ExportFormat | null {
  if (accept === undefined || !MAY_EXPORT.test(accept)) return null
  const qualities = qualitiesOf(accept)
  const quality = (type: string): number =>
    qualities.get(type) ?? qualities.get(type.replace(/\/.*/, '/*')) ?? qualities.get('*/*') ?? 0
  const [csv, ndjson] = [quality('text/csv'), quality('application/x-ndjson')]
  if (Math.max(csv, ndjson) <= Math.max(...JSON_TYPES.map(quality))) return null
  return csv >= ndjson ? 'csv' : 'ndjson'
}

function qualitiesOf(accept: string): ReadonlyMap<string, number> {
  const ranges = accept.split(',').map((part) => {
    const [type = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase())
    const given = parameters.find((parameter) => parameter.startsWith('q='))
    const quality = given === undefined ? 1 : Number(given.slice(2))
    return [type, quality >= 0 && quality <= 1 ? quality : 0] as const
  })
  return new Map(ranges)
}

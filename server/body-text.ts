import { AppError } from './errors.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * The text of a body of JSON, which is UTF-8 (RFC 8259): what is not is refused, and nothing is made up in its place.
 *
 * @throws {AppError} BODY_SYNTAX.
 */
export async function bodyText(request: { readonly arrayBuffer: () => Promise<ArrayBuffer> }): Promise<string> {
  const bytes = await request.arrayBuffer()
  try {
    return utf8.decode(bytes)
  } catch {
    throw new AppError({ code: 'BODY_SYNTAX', detail: 'the body is not UTF-8' })
  }
}

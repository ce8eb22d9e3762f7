import { problem } from '../../../write/body.ts'
import type { FileSource } from './source.ts'

/** Characters decoded at a time, a multiple of four. */
const PIECE = 4 * 48 * 1024

/** The file itself, as base64 in the body [FD:inline]; for small files [LIM:inline-upload]. */
export const inline: FileSource<string> = {
  name: 'inline',
  members: ['_base64Data'],
  parse: ({ _base64Data: data }, pointer, problems) => {
    const text = typeof data === 'string' ? data.replaceAll(/[\r\n]/g, '') : null
    if (text !== null && text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text)) return text
    problems.push(problem(`${pointer}/_base64Data`, 'expected the bytes of the file as base64'))
    return null
  },
  open: async (text) => {
    const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
    return { body: decoded(text), size: (text.length / 4) * 3 - padding, contentType: null }
  },
}

function decoded(text: string): ReadableStream<Uint8Array> {
  let at = 0
  return new ReadableStream<Uint8Array>({
    pull: (controller) => {
      if (at >= text.length) return controller.close()
      const binary = atob(text.slice(at, at + PIECE))
      at += PIECE
      controller.enqueue(Uint8Array.from(binary, (character) => character.charCodeAt(0)))
    },
  })
}

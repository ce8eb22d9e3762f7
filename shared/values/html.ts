import type { TextForm } from './text-reader.ts'

/** Formatted text, whatever it holds: it is cleaned, not refused. Its length is bounded because cleaning takes time. */
export const FORMATTED: TextForm = { what: 'HTML', longest: 200_000 }

import type { Transaction } from '../../db/database.ts'
import { AppError, type Problem } from '../../errors.ts'
import type { ReadOptions } from '../../query/bind.ts'
import { CRITERIA_TYPE, type Expanded, expansionsOf } from '../../query/content-criteria.ts'
import type { BoundWrite } from '../../write/bind-write.ts'
import type { EffectContext, Intent, WriteEffect } from '../../write/effects.ts'
import { usedIn } from './criteria.ts'
import { criteriaProblems, type Part } from './save-check.ts'
import { endlessUse, type UsesOf } from './uses.ts'

const PARTS: readonly Part[] = ['mediatype', 'filter_expression', 'sort_expression', 'max_records', 'highlights']

interface Row {
  readonly mediatype: string
  readonly filter_expression: string | null
  readonly sort_expression: string | null
  readonly max_records: number
  readonly highlights: unknown
}

const NOTHING: Row = { mediatype: '', filter_expression: null, sort_expression: null, max_records: 0, highlights: null }

/** Criteria are saved when they can be expanded: what is wrong has a pointer, in a filter a position as well. */
export function criteriaEffect(options: {
  readonly reading: ReadOptions
  readonly highlightLimit: number
}): WriteEffect {
  return {
    concerns: ({ name }) => name === CRITERIA_TYPE,
    prepare: async (intent, context, problems) => {
      const { write } = intent
      if (write?.columns.some(({ field }) => PARTS.some((part) => part === field.name)))
        problems.push(...(await problemsOf(intent, write, context, options)))
      return write
    },
    // several criteria of one save may make a circle together
    settle: async (changes, { tx }) => {
      const written = changes.filter(({ fields }) => fields.filter_expression !== undefined).map(({ id }) => id)
      const fault = await endlessUse(written, usesIn(tx))
      if (fault !== null) throw new AppError({ code: 'VALIDATION', detail: fault })
    },
  }
}

async function problemsOf(
  { id }: Intent,
  write: BoundWrite,
  context: EffectContext,
  { reading, highlightLimit }: { readonly reading: ReadOptions; readonly highlightLimit: number },
): Promise<readonly Problem[]> {
  const { tx } = context
  const criteria = await rowAfter(id, write, tx)
  const pointerOf = (part: Part): string =>
    write.columns.find(({ field }) => field.name === part)?.pointer ?? `${write.pointer}/${part}`
  const used = usedIn(criteria.filter)
  const expansions = expansionsOf(await typesOf(used, tx))
  const found: Problem[] = criteriaProblems(
    { ...criteria, criteria, expansions, reading, highlightLimit },
    context,
  ).map(({ part, ...rest }) => ({ ...rest, pointer: pointerOf(part) }))
  const own = new Map(id === null ? [] : [[id, used] as const])
  const fault = await endlessUse(id === null ? used : [id], usesIn(tx), own)
  if (fault !== null) found.push({ code: 'VALIDATION', pointer: pointerOf('filter_expression'), detail: fault })
  return found
}

/** The criteria as they are after the write. */
async function rowAfter(id: number | null, write: BoundWrite, { kysely }: Transaction) {
  const was =
    id === null
      ? undefined
      : await kysely.selectFrom('content_criteria').select(PARTS).where('id', '=', id).executeTakeFirst()
  const row: Row = { ...NOTHING, ...was }
  const written = Object.fromEntries(write.columns.map(({ field, value }) => [field.name, value]))
  const { highlights } = written
  const now: Row = {
    ...row,
    ...written,
    // JSON is written as its text
    highlights:
      typeof highlights === 'string' ? JSON.parse(highlights) : highlights === undefined ? row.highlights : null,
  }
  return {
    mediaType: now.mediatype,
    filter: now.filter_expression,
    sort: now.sort_expression,
    limit: Number(now.max_records ?? 0),
    highlights: now.highlights,
  }
}

/** Criteria that are there, each of its media type; which records they stand for is of no matter yet. */
async function typesOf(ids: readonly number[], { kysely }: Transaction): Promise<ReadonlyMap<number, Expanded>> {
  if (ids.length === 0) return new Map()
  const rows = await kysely.selectFrom('content_criteria').select(['id', 'mediatype']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, mediatype: mediaType }) => [Number(id), { mediaType, ids: [] }]))
}

function usesIn({ kysely }: Transaction): UsesOf {
  return async (ids) => {
    const rows = await kysely
      .selectFrom('content_criteria')
      .select(['id', 'filter_expression'])
      .where('id', 'in', ids)
      .execute()
    return new Map(rows.map(({ id, filter_expression: filter }) => [Number(id), usedIn(filter)]))
  }
}

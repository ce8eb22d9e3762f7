import type { ExplainedAction, Explanation, PermissionHolder, Reason } from '../../../shared/explanation.ts'
import type { WhyQuestion } from '../api/explain.ts'

/** One reason in words: `text`, then who holds the permission, where that is part of it. */
export interface Sentence {
  readonly allows: boolean
  readonly text: string
  readonly holders: readonly PermissionHolder[]
  /** Where the media type's own definition is the reason. */
  readonly isDefinition: boolean
}

export interface Names {
  /** What the records of the media type are called, several of them. */
  readonly records: string
  readonly field: string
}

const VERBS: Readonly<Record<ExplainedAction, string>> = {
  read: 'see',
  create: 'add',
  write: 'change',
  delete: 'delete',
}

/** The dialog's title. */
export function titleOf({ action, id, field }: WhyQuestion): string {
  if (field !== undefined) return `Why can’t I ${VERBS[action]} “${field.label}”?`
  if (action === 'create') return 'Why can’t I add a record here?'
  return `Why can’t I ${VERBS[action]} ${id === null ? 'these records' : 'this record'}?`
}

export function sentencesOf({ reasons, action }: Explanation, names: Names): readonly Sentence[] {
  return reasons.map((reason) => sentence(reason, action, names))
}

function sentence(reason: Reason, action: ExplainedAction, { records, field }: Names): Sentence {
  const { kind, allows, right, source } = reason
  const by = reason.by ?? []
  const verb = VERBS[action === 'create' && right === 'write' ? 'create' : (right ?? action)]
  const plain = (text: string): Sentence => ({ allows, text, holders: [], isDefinition: false })
  const held = (text: string, holders = by): Sentence => ({ ...plain(text), holders })
  const where = kind === 'source' ? `what belongs to the source ${source?.name ?? 'of this record'}` : records
  switch (kind) {
    case 'administrator':
      return plain('You are an administrator, who may do what nothing withholds from everyone.')
    case 'token':
      return plain('You came with a token that may be used for reading only.')
    case 'block':
      return {
        ...plain(`The definition of ${records} withholds it: nobody may ${verb} any, administrators neither.`),
        isDefinition: true,
      }
    case 'record':
      return plain('There is no such record, or it is not open to you.')
    case 'client':
      return plain(`The application you came by is not permitted to ${verb} ${where}, whatever you may do yourself.`)
    case 'field':
      if (right === undefined)
        return { ...plain(`The field “${field}” is read-only for everyone.`), isDefinition: true }
      if (allows) return plain(`The field “${field}” is not withheld from you.`)
      return held(`The field “${field}” is ${right === 'read' ? 'hidden' : 'read-only'}`)
    default:
      if (!allows) return plain(`Neither you nor a group of yours has the permission to ${verb} ${where}.`)
      return held(`You may ${verb} ${where}`)
  }
}

/** Who holds it, as it goes on from `You may change Films`. */
export function holderText({ kind, name, source }: PermissionHolder): string {
  const who =
    kind === 'user' ? 'a permission of your own' : kind === 'group' ? `the group ${name}` : `the application ${name}`
  return source === null ? who : `${who}, on the source ${source.name}`
}

/** What can be done about it; `null` when nothing is withheld any more. */
export function adviceOf({ allowed, reasons }: Explanation): string | null {
  if (allowed) return null
  const kinds = new Set(reasons.filter(({ allows }) => !allows).map(({ kind }) => kind))
  const byDefinition = reasons.some(({ kind, allows, right }) => !allows && kind === 'field' && right === undefined)
  if (kinds.has('block') || byDefinition)
    return 'Administrators may change how it is defined: ask one, if it should be otherwise.'
  if (kinds.has('token')) return 'Sign in anew, or use a token that may write.'
  if (kinds.has('record')) return 'If you know that it is there, ask an administrator for the permission to see it.'
  if (kinds.has('client')) return 'Ask an administrator what the application should be permitted.'
  return 'Ask an administrator for this permission, for you or for one of your groups.'
}

/** Which groups the user is in, as far as that says anything. */
export function groupsText({ groups, reasons }: Explanation): string | null {
  if (reasons.some(({ kind }) => kind === 'administrator' || kind === 'record')) return null
  const names = groups.map(({ name }) => name)
  if (names.length === 0) return 'You are in no group.'
  return `You are in the ${names.length === 1 ? 'group' : 'groups'} ${new Intl.ListFormat('en').format(names)}.`
}

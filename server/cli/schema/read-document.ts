import {
  type Document,
  isCollection,
  isMap,
  isNode,
  isScalar,
  LineCounter,
  type Node,
  type Pair,
  parseDocument,
  visit,
} from 'yaml'
import type { MetadataDocument } from '../../catalog/document.ts'
import { checkShape, type DocumentProblem, type Path } from '../../catalog/shapes/check-shape.ts'
import { CommandFailure, type FailureDetail } from '../failure.ts'
import { documentShape } from './document-shape.ts'

export interface ReadDocument {
  readonly document: MetadataDocument
  /** Throws all problems at once, each with its line and column; does nothing when there is none. */
  readonly refuse: (problems: readonly DocumentProblem[]) => void
}

/**
 * Reads a document of YAML or JSON.
 *
 * @throws {CommandFailure} with every place where the text is no YAML or not of the document's form
 */
export function readDocument(text: string, file: string): ReadDocument {
  const lines = new LineCounter()
  const yaml = parseDocument(text, { lineCounter: lines, prettyErrors: false, resolveKnownTags: false })
  const place = (offset: number): string => {
    const { line, col } = lines.linePos(offset)
    return `${file}:${line}:${col}`
  }
  const refuse = (problems: readonly DocumentProblem[]): void => {
    if (problems.length === 0) return
    const told = problems.map(({ path, message, atName }) => ({
      offset: offsetOf(yaml.contents, path, atName === true),
      path: `/${path.join('/')}`,
      message,
    }))
    told.sort((a, b) => a.offset - b.offset)
    throw refusal(
      file,
      told.map(({ offset, path, message }) => ({ place: place(offset), path, message })),
    )
  }
  if (yaml.errors.length > 0) {
    throw refusal(
      file,
      yaml.errors.map(({ code, pos, message }) => ({ place: place(pos[0]), message: PLAIN[code] ?? message })),
    )
  }
  const unreadable = unreadableNodes(yaml)
  if (unreadable.length > 0)
    throw refusal(
      file,
      unreadable.map(({ offset, message }) => ({ place: place(offset), message })),
    )
  const value: unknown = toValue(() => yaml.toJS({ maxAliasCount: MAX_ALIASES }), file)
  refuse(checkShape(value, documentShape))
  return { document: value as MetadataDocument, refuse }
}

/** What the parser says in its own terms. */
const PLAIN: Partial<Readonly<Record<string, string>>> = {
  MULTIPLE_DOCS: 'expected one document: here begins another',
  DUPLICATE_KEY: 'this member is there twice',
  RESOURCE_EXHAUSTION: 'this is nested too deeply',
}

interface Unreadable {
  readonly offset: number
  readonly message: string
}

/** What YAML can say and no document means. */
function unreadableNodes(yaml: Document): readonly Unreadable[] {
  const found: Unreadable[] = []
  const told = (node: unknown, message: string): void => void found.push({ offset: startOf(node), message })
  visit(yaml, {
    Pair: (_, { key }) => {
      if (!isScalar(key) || key.value === null) told(key, 'expected a text as the name of a member')
    },
    Alias: (_, alias) => {
      if (alias.resolve(yaml) === undefined) told(alias, `there is no anchor ${alias.source} before this`)
    },
    Scalar: (_, scalar) => {
      const { value, source } = scalar
      if (typeof value === 'number' && source !== undefined && isRounded(value, source))
        told(scalar, `${source} has more digits than a number keeps; put it in quotes where a text is expected`)
    },
  })
  return found
}

/** Whether a number is another one than what stands there, which a float may round. */
function isRounded(value: number, source: string): boolean {
  if (!/^[-+]?[0-9]*\.?[0-9]*$/.test(source)) return false
  return digitsOf(source) !== digitsOf(String(value))
}

function digitsOf(number: string): string {
  return number
    .replace(/e.*$/i, '')
    .replace(/[-+.]/g, '')
    .replace(/^0+|0+$/g, '')
}

/** So often other parts may be repeated by their anchors, counted with what they repeat themselves. */
const MAX_ALIASES = 10_000

/** Aliases that multiply one another are refused by the parser. */
function toValue(convert: () => unknown, file: string): unknown {
  try {
    return convert()
  } catch (error) {
    if (error instanceof ReferenceError) throw new CommandFailure(`${file}: ${error.message}`)
    throw error
  }
}

function refusal(file: string, details: readonly FailureDetail[]): CommandFailure {
  const count = details.length === 1 ? 'a problem' : `${details.length} problems`
  return new CommandFailure(`${file} has ${count}:`, { details })
}

/** Where the value at a path begins, or the name of its member; of what is not there, what it would be in. */
function offsetOf(root: unknown, path: Path, atName: boolean): number {
  let node = root
  let offset = startOf(root)
  for (const [index, step] of path.entries()) {
    const pair = isMap(node) ? node.items.find((item) => keyOf(item) === String(step)) : undefined
    const next: unknown = pair === undefined ? (isCollection(node) ? node.get(step, true) : undefined) : pair.value
    if (next === undefined) return offset
    const last = index === path.length - 1
    offset = pair !== undefined && (!isNode(next) || (atName && last)) ? startOf(pair.key) : startOf(next)
    node = next
  }
  return offset
}

function keyOf({ key }: Pair): string {
  return isScalar(key) ? String(key.value) : String(key)
}

function startOf(node: unknown): number {
  return (isNode(node) ? (node as Node).range?.[0] : undefined) ?? 0
}

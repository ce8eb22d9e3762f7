import { Document, isCollection, isMap, isPair, isScalar, isSeq, type Node, visit } from 'yaml'
import type { MetadataDocument } from '../../catalog/document.ts'
import { isObject } from '../../catalog/shapes/check-shape.ts'
import { memberShape, type Shape } from '../../catalog/shapes/shape.ts'
import { byText } from './document-of.ts'
import { DOCUMENT_VERSION, documentShape } from './document-shape.ts'

/** How the JSON Schema's file is called beside a document. */
export const JSON_SCHEMA_FILE = 'marquee-schema.json'

export type DocumentFormat = 'yaml' | 'json'

/** The document as text, to be read by people and compared line by line. Equal documents give equal texts. */
export function writeDocument(document: MetadataDocument, format: DocumentFormat): string {
  const whole = { marquee: DOCUMENT_VERSION, ...document }
  if (format === 'json') {
    return `${JSON.stringify(ordered({ $schema: `./${JSON_SCHEMA_FILE}`, ...whole }, documentShape), null, 2)}\n`
  }
  const yaml = new Document(ordered(whole, documentShape))
  visit(yaml, {
    Collection: (_, node, path) => {
      if ((isSeq(node) || path.some(isCompact)) && fitsOneLine(node)) node.flow = true
    },
  })
  const text = yaml.toString({ lineWidth: 0, flowCollectionPadding: true })
  return `# yaml-language-server: $schema=./${JSON_SCHEMA_FILE}\n${text}`
}

/** Members whose parts stand in one line if they fit; media types, fields and the like have a line for each member. */
const COMPACT = new Set(['enumValues', 'props', 'configuration', 'defaultValue'])
const ONE_LINE = 90

function isCompact(part: unknown): boolean {
  return isPair(part) && isScalar(part.key) && COMPACT.has(String(part.key.value))
}

function fitsOneLine(node: Node): boolean {
  if (!isCollection(node)) return false
  const parts: unknown[] = isMap(node)
    ? node.items.flatMap(({ key, value }) => [key, value])
    : isSeq(node)
      ? node.items
      : []
  if (!parts.every((part) => isScalar(part))) return false
  const length = parts.reduce<number>((sum, part) => sum + (isScalar(part) ? String(part.value).length + 3 : 0), 0)
  return length <= ONE_LINE && parts.every((part) => isScalar(part) && !String(part.value).includes('\n'))
}

/** Members in the order their shape declares them, others by name after them. */
function ordered(value: unknown, shape: Shape | undefined): unknown {
  if (Array.isArray(value)) return value.map((item) => ordered(item, shape?.kind === 'list' ? shape.of : undefined))
  if (!isObject(value)) return value
  const declared = shape?.kind === 'object' ? memberNames(shape, value) : []
  const place = new Map(declared.map((name, index) => [name, index]))
  const at = (name: string): number => place.get(name) ?? declared.length
  const names = Object.keys(value).toSorted((a, b) => at(a) - at(b) || byText(a, b))
  return Object.fromEntries(names.map((name) => [name, ordered(value[name], shapeOfMember(shape, name, value))]))
}

function memberNames(
  shape: Shape & { readonly kind: 'object' },
  value: Readonly<Record<string, unknown>>,
): readonly string[] {
  return Object.keys(shape.members).filter((name) => Object.hasOwn(value, name))
}

function shapeOfMember(
  shape: Shape | undefined,
  name: string,
  value: Readonly<Record<string, unknown>>,
): Shape | undefined {
  if (shape?.kind === 'object') return memberShape(shape, name, value)
  return shape?.kind === 'map' ? shape.of : undefined
}

import { cycles, type Import } from './import-graph.ts'

/** Files outside `server/runtime/` and `server/cli/` that may use what only a server runtime has: scrypt, which all three have. */
export const RUNTIME_EXCEPTIONS: readonly string[] = ['server/auth/handle.ts', 'server/auth/password.ts']

const BASE = ['shared/', 'server/errors.ts', 'server/registry.ts', 'server/json-depth.ts']
const FIELDS = [...BASE, 'server/field-types/', 'server/operators/']
const CATALOG = [...FIELDS, 'server/catalog/', 'server/db/']
const QUERY = [...CATALOG, 'server/query/']
const WRITE = [...QUERY, 'server/write/']
const SERVICE_CLIENT = 'server/services/*/client.ts'

/** Who may import what: a folder or file, and all it may reach of ours. What is not listed is bound by the other rules only. */
export const ALLOWED: readonly { readonly from: string; readonly may: readonly string[] }[] = [
  { from: 'shared/', may: ['shared/'] },
  { from: 'server/errors.ts', may: BASE },
  { from: 'server/registry.ts', may: BASE },
  { from: 'server/json-depth.ts', may: BASE },
  { from: 'server/field-types/', may: FIELDS },
  { from: 'server/operators/', may: FIELDS },
  { from: 'server/catalog/', may: CATALOG },
  { from: 'server/dictionary/', may: [...CATALOG, 'server/dictionary/'] },
  { from: 'server/introspect/', may: [...CATALOG, 'server/introspect/'] },
  { from: 'server/query/', may: QUERY },
  { from: 'server/write/', may: WRITE },
  { from: 'server/import/', may: [...WRITE, 'server/import/', 'server/demo/page-builder.ts'] },
  {
    from: 'server/data-api/',
    may: [...WRITE, 'server/data-api/', 'server/http.ts', 'server/config.ts', SERVICE_CLIENT],
  },
  {
    from: 'server/render/',
    may: [
      ...BASE,
      'server/render/',
      'server/field-types/',
      'server/catalog/catalog.ts',
      'server/data-api/client.ts',
      SERVICE_CLIENT,
    ],
  },
  {
    from: 'server/openapi/',
    may: [...CATALOG, 'server/openapi/', 'server/dictionary/', 'server/auth/', 'server/http.ts', 'server/web-api/'],
  },
  { from: 'shell/src/', may: ['shell/src/', 'shared/'] },
  { from: 'remote-example/src/', may: ['remote-example/src/', 'shared/'] },
]

const DRIVERS = ['pg', '@electric-sql/pglite', '@neondatabase/serverless']
const ASSET = /\.(?:css|json|svg|png|html)$/
const SOURCE = /\.(?:ts|tsx)$/
const BANNED_NAMES = new Set(['utils', 'util', 'helpers', 'helper', 'manager', 'managers', 'common'])
export const MAX_LINES = 300

/** Tests, and what only tests use: `<name>.test.ts` and `test-<name>.ts`. */
export function isTest(file: string): boolean {
  return /\.test\.tsx?$|\/test-[^/]+\.tsx?$/.test(file)
}

/** Imports that leave the allowed part of the tree. Tests may import anything. */
export function layerFaults(imports: readonly Import[]): readonly string[] {
  return imports.flatMap((found) => {
    const rule = isTest(found.file) ? undefined : ALLOWED.find(({ from }) => within(found.file, from))
    if (!rule || found.target === null || rule.may.some((place) => within(found.target as string, place))) return []
    return [fault(found, `${rule.from} may import only ${rule.may.join(', ')} and packages`)]
  })
}

/** Imports of a service's `app.ts` from elsewhere than the composition root and that service itself. */
export function serviceAppFaults(imports: readonly Import[]): readonly string[] {
  return imports
    .filter(({ file, target }) => target !== null && within(target, 'server/services/*/app.ts') && !isTest(file))
    .filter(({ file }) => file !== 'server/context.ts')
    .map((found) => fault(found, 'only server/context.ts imports services/*/app.ts'))
}

/** Modules of one runtime, and database drivers, outside their places. */
export function runtimeFaults(imports: readonly Import[]): readonly string[] {
  return imports.flatMap((found) => {
    const { file, specifier } = found
    if (!file.startsWith('server/') && !file.startsWith('shared/') && !file.startsWith('shell/')) return []
    if (runtimeAllowed(file)) return []
    if (/^(?:node|cloudflare):/.test(specifier)) {
      return [fault(found, 'only server/runtime/, server/cli/ and tests import node: or cloudflare: modules')]
    }
    const driver = DRIVERS.some((name) => specifier === name || specifier.startsWith(`${name}/`))
    if (!driver || file.startsWith('server/db/')) return []
    return [fault(found, 'only server/db/, server/runtime/ and server/cli/ import database drivers')]
  })
}

export function runtimeAllowed(file: string): boolean {
  return (
    within(file, 'server/runtime/') || within(file, 'server/cli/') || isTest(file) || RUNTIME_EXCEPTIONS.includes(file)
  )
}

/** Relative imports without the suffix of a source or asset file, or of a file that does not exist. */
export function suffixFaults(imports: readonly Import[], exists: (file: string) => boolean): readonly string[] {
  return imports.flatMap((found) => {
    if (found.target === null) return []
    if (!SOURCE.test(found.target) && !ASSET.test(found.target))
      return [fault(found, 'relative imports end with .ts or .tsx')]
    return exists(found.target) ? [] : [fault(found, 'relative imports name a file that exists')]
  })
}

/** Circles among folders. Files that lie beside folders stand for themselves, and so does what a runtime supplies. */
export function cycleFaults(imports: readonly Import[]): readonly string[] {
  const ownCode = imports.filter(({ file }) => !isTest(file))
  return cycles(ownCode, folderOf).map((path) => {
    const round = path.map(({ file }) => folderOf(file))
    const edges = path.map((edge) => `  ${edge.file}:${edge.line} imports ${edge.specifier}`)
    return [`no import cycles between folders: ${[...round, round[0]].join(' -> ')}`, ...edges].join('\n')
  })
}

const PLATFORM = 'server/runtime/platform.ts'

export function folderOf(file: string): string {
  if (file === PLATFORM) return file
  if (file.startsWith('shared/')) return 'shared'
  const depth = /^(?:server\/services|shell\/src|remote-example\/src)\//.test(file) ? 3 : 2
  return file.split('/').slice(0, depth).join('/')
}

/** File and folder names that say nothing about what is inside. */
export function nameFaults(files: readonly string[]): readonly string[] {
  return files.flatMap((file) => {
    const banned = file
      .split('/')
      .flatMap((part) => part.split(/[-.]/))
      .find((word) => BANNED_NAMES.has(word))
    return banned === undefined ? [] : [`${file}:1 no file or folder is named ${banned}`]
  })
}

/** True when `file` lies in the folder (`a/b/`) or is the file named; `*` stands for one folder's name. */
function within(file: string, place: string): boolean {
  if (place.includes('*')) return new RegExp(`^${place.replaceAll('.', '\\.').replaceAll('*', '[^/]+')}$`).test(file)
  return place.endsWith('/') ? file.startsWith(place) : file === place
}

function fault({ file, line, specifier }: Import, rule: string): string {
  return `${file}:${line} imports ${specifier}: ${rule}`
}

import { METHODS, type OpenApiDocument } from '../document.ts'

const REFERENCE = /"#\/components\/schemas\/([^"]+)"/g

/** Names of the schemas that bodies of requests are made of. */
export function sentSchemas({ paths, components }: OpenApiDocument): ReadonlySet<string> {
  const bodies = Object.values(paths).flatMap((item) => METHODS.flatMap((method) => item[method]?.requestBody ?? []))
  const found = new Set<string>()
  const follow = (value: unknown): void => {
    for (const [, name = ''] of JSON.stringify(value).matchAll(REFERENCE)) {
      if (found.has(name)) continue
      found.add(name)
      follow(components.schemas[name] ?? {})
    }
  }
  follow(bodies)
  return found
}

/** Where the service's own routes stand; every other GET is the shell's: its page, scripts and pictures. */
export const SERVICE_PATHS: readonly string[] = [
  '/.well-known',
  '/api',
  '/concurrency',
  '/configurablepermissions',
  '/contentcriteria',
  '/edithistory',
  '/epg',
  '/files/help',
  '/files/openapi.json',
  '/health',
  '/help',
  '/oauth',
  '/openapi.json',
  '/permission',
  '/user',
]

/** Whether a path is one of the service's, `path` as the router sees it. */
export function isServicePath(path: string): boolean {
  return SERVICE_PATHS.some(
    (prefix) => path.startsWith(prefix) && (path.length === prefix.length || path[prefix.length] === '/'),
  )
}

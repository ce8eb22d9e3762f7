/** What an application may do with a scope, as people say it. */
export function scopeText(scope: string): string {
  return scope.split(' ').includes('write') ? 'reads and changes what you may' : 'reads what you may read'
}

/**
 * Has the browser fetch a script and compare it with its hash: where it differs the address leads to no script for as
 * long as the page lives, for `import()` as well (HTML, "Link type modulepreload"; W3C Subresource Integrity).
 */
export function preloadVerified(url: string, integrity: string): Promise<void> {
  const link = document.createElement('link')
  if (!link.relList.supports('modulepreload')) {
    return Promise.reject(new Error('This browser cannot compare it with its hash.'))
  }
  link.rel = 'modulepreload'
  link.crossOrigin = 'anonymous'
  link.integrity = integrity
  link.href = url
  return new Promise((resolve, reject) => {
    link.onload = () => resolve()
    link.onerror = () => reject(new Error('Its script could not be loaded, or is not the one that its hash names.'))
    document.head.append(link)
  })
}

/** Hands a file to the browser to be saved. */
export function saveFile(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The download has the file by then; given back at once, some browsers save nothing.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

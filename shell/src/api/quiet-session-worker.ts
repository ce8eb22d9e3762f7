/** Asks who is signed in: the user, `null` for nobody, nothing at all when that cannot be told. */
async function ask(): Promise<unknown> {
  const response = await fetch('/user/me', { headers: { accept: 'application/json' } })
  if (response.status === 401) return null
  return response.ok ? response.json() : undefined
}

ask().then(
  (answer) => postMessage(answer),
  () => postMessage(undefined),
)

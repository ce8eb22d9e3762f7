import type { Visitor } from '../harness/cookie-jar.ts'

/**
 * Goes from an address that leads to the provider through its pages, and gives where it leads back to in the end.
 * @param login what is typed at the provider; null: its page is left by the way that aborts
 */
export async function throughProvider(visitor: Visitor, address: string, login: string | null): Promise<string> {
  let [url, response] = [address, await visitor.get(address)]
  for (let step = 0; step < 12; step++) {
    const location = response.headers.get('location')
    if (location !== null) {
      url = new URL(location, url).href
      if (new URL(url).pathname.endsWith('/callback')) return url
      response = await visitor.get(url)
      continue
    }
    const page = await response.text()
    const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1]
    if (response.status !== 200 || prompt === undefined) throw new Error(`${response.status} at ${url}: ${page}`)
    if (login === null) response = await visitor.get(`${url}/abort`)
    else response = await visitor.submit(url, prompt === 'login' ? { prompt, login, password: 'x' } : { prompt })
  }
  throw new Error(`the provider leads nowhere, in the end to ${url}`)
}

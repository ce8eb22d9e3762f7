import { describe, expect, it } from 'vitest'
import type { OpenApiDocument } from '../../server/openapi/document.ts'
import { request, service } from '../harness/service.ts'

describe('/help', () => {
  const page = async (path: string) => {
    const response = await request(path)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/html; charset=UTF-8')
    return { text: await response.text(), headers: response.headers }
  }
  const linksOf = (text: string) => [...text.matchAll(/ href="(\/help[^"]*)"/g)].map(([, href]) => href as string)

  it('[G6.a] shows every route of the document', async () => {
    const { text } = await page('/help')
    const document = (await (await request('/openapi.json')).json()) as OpenApiDocument
    const ids = Object.values(document.paths).flatMap((item) =>
      Object.values(item).map(({ operationId }) => operationId),
    )
    expect(ids.filter((id) => !text.includes(`#${id}"`))).toEqual([])
  })

  it('[G6.a] has no link that leads nowhere', async () => {
    const start = await page('/help')
    const targets = new Map<string, Set<string>>()
    const follow = async (href: string): Promise<void> => {
      const [path = '', anchor] = href.split('#')
      const asked = targets.get(path)
      if (asked !== undefined) {
        if (anchor !== undefined) asked.add(anchor)
        return
      }
      targets.set(path, new Set(anchor === undefined ? [] : [anchor]))
      if (path === '/help.css') return
      for (const link of linksOf((await page(path)).text)) await follow(link)
    }
    for (const href of linksOf(start.text)) await follow(href)
    expect(targets.size).toBeGreaterThan(20)
    for (const [path, anchors] of targets) {
      if (path === '/help.css') continue
      const { text } = await page(path)
      expect([path, [...anchors].filter((anchor) => !text.includes(`id="${anchor}"`))]).toEqual([path, []])
    }
  })

  it('[G6.a] is bound by a policy that lets in nothing but its own style and script', async () => {
    const { headers, text } = await page('/help/movies')
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self'")
    expect(policy).not.toMatch(/unsafe|https?:|\*/)
    expect(text).not.toMatch(/<script>|<style| style="| on\w+="/)
    for (const [path, type] of [
      ['/help.css', 'text/css'],
      ['/help.js', 'text/javascript'],
    ] as const) {
      const response = await fetch(service().url + path)
      expect([path, response.status]).toEqual([path, 200])
      expect(response.headers.get('content-type')).toContain(type)
    }
  })

  it('[G6.a] leads a person who is not signed in to the sign-in and back, and a program nowhere', async () => {
    const opened = await fetch(`${service().url}/help/movies?find=x`, {
      headers: { accept: 'text/html' },
      redirect: 'manual',
    })
    expect([opened.status, opened.headers.get('location')]).toEqual([303, '/login?next=%2Fhelp%2Fmovies%3Ffind%3Dx'])
    const asked = await fetch(`${service().url}/help/movies`, { headers: { accept: 'application/json' } })
    expect(asked.status).toBe(401)
  })

  it('[ERR:NOT_FOUND] has no page for what is not described', async () => {
    for (const section of ['nothing', '__proto__', '%3Cscript%3E']) {
      expect((await request(`/help/${section}`)).status).toBe(404)
    }
  })
})

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AzureContainer, azureStore } from './azure-store.ts'
import { type AzureServer, startAzure } from './test-azure.ts'
import { bodyOf, bytesOf, expectBlobStore } from './test-store.ts'

let folder: string
let server: AzureServer
let place: AzureContainer
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'marquee-azure-'))
  server = await startAzure(folder)
  place = { ...server, prefix: 'raw/2026' }
}, 60_000)
afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})
const send = (request: Request): Promise<Response> => fetch(request)

describe('blob storage', () => {
  it('[F2] keeps objects, large ones in blocks, and nothing of what breaks off', async () => {
    await expectBlobStore(azureStore(place, send, 1024 * 1024), 3 * 1024 * 1024 + 17)
  }, 60_000)

  it('[F2] a wrong key and a container that is not there are faults that tell no secret', async () => {
    const about = { size: 1, contentType: 'text/plain' }
    const wrong = azureStore({ ...place, accountKey: btoa('guessed') }, send)
    await expect(wrong.put('x', bodyOf(bytesOf(1)), about)).rejects.toThrow(
      /^the storage answered 403 AuthorizationFailure$/,
    )
    await expect(azureStore({ ...place, accountKey: '%' }, send).size('x')).rejects.toThrow(/403/)
    const nowhere = azureStore({ ...place, container: 'nothing' }, send)
    await expect(nowhere.put('x', bodyOf(bytesOf(1)), about)).rejects.toThrow(/404 ContainerNotFound/)
  })

  it('[FD:azureblob] is at its account’s address', async () => {
    const asked: string[] = []
    const listen = async (request: Request): Promise<Response> => {
      asked.push(request.url)
      return new Response(null, { status: 404 })
    }
    await azureStore({ ...place, account: 'studio', endpoint: null }, listen).size('a b')
    expect(asked).toEqual(['https://studio.blob.core.windows.net/films/raw/2026/a%20b'])
  })
})

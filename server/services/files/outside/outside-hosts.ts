import { AppError } from '../../../errors.ts'
import type { AllowedHosts } from './allowed-hosts.ts'
import { boundedBody } from './bounded-body.ts'
import { exchange, follow } from './outside-fetch.ts'
import { checkHost, type HostPolicy, OutsideFault } from './outside-host.ts'
import { type FtpDownload, FtpFault, type FtpFile, type OutsideNetwork } from './outside-network.ts'

/**
 * The world outside as far as files may come from it [F3]. Bodies are bounded in size and time [F3.a] and break off with
 * the same errors as the calls, at the place of the descriptor and with nothing in them that the other end said:
 * VALIDATION, and TOO_LARGE.
 */
export interface OutsideHosts {
  /** One exchange, redirects not followed. @throws {AppError} VALIDATION. */
  readonly fetch: (request: Request, pointer: string) => Promise<Response>
  /** Gets an address, over redirects that are checked in the same way. @throws {AppError} VALIDATION. */
  readonly follow: (url: URL, headers: Readonly<Record<string, string>>, pointer: string) => Promise<Response>
  /** @throws {AppError} VALIDATION, at the member it is about. */
  readonly ftp: (download: Omit<FtpDownload, 'address' | 'idleMs'>, pointer: string) => Promise<FtpFile>
}

export interface OutsideLimits {
  readonly maxBytes: number
  /** For a file to come whole, in milliseconds. */
  readonly wholeMs: number
  readonly answerMs?: number
  readonly idleMs?: number
}

export function createOutsideHosts(
  network: OutsideNetwork,
  allowed: AllowedHosts,
  { maxBytes, wholeMs, answerMs = 30_000, idleMs = 60_000 }: OutsideLimits,
): OutsideHosts {
  const policy: HostPolicy = { allowed, resolve: network.resolve ?? null }
  const bounded = (body: ReadableStream<Uint8Array>, pointer: string): ReadableStream<Uint8Array> =>
    boundedBody(body, {
      maxBytes,
      idleMs,
      deadline: Date.now() + wholeMs,
      fault: (detail, code) => new AppError({ code: code ?? 'VALIDATION', pointer, detail }),
    })
  const withBody = (response: Response, pointer: string): Response =>
    response.body === null ? response : new Response(bounded(response.body, pointer), response)
  return {
    fetch: (request, pointer) =>
      told(pointer, async () => withBody(await exchange(request, network, policy, { answerMs }), pointer)),
    follow: (url, headers, pointer) =>
      told(pointer, async () => withBody(await follow(url, headers, network, policy, { answerMs }), pointer)),
    ftp: (download, pointer) =>
      told(pointer, async () => {
        const { host, address } = await checkHost(download.host, download.port, policy)
        const { size, body } = await network.ftp({ ...download, host, address, idleMs: answerMs })
        return { size, body: bounded(body, pointer) }
      }),
  }
}

async function told<T>(pointer: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof OutsideFault) throw invalid(pointer, error.message)
    if (error instanceof FtpFault) throw invalid(pointer.replace(/[^/]*$/, error.member ?? '$&'), error.message)
    throw error
  }
}

function invalid(pointer: string, detail: string): AppError {
  return new AppError({ code: 'VALIDATION', pointer, detail })
}

import { connect, type Socket } from 'node:net'
import process from 'node:process'
import type { LoadJob, LoadResult } from './load-job.ts'
import { ResponseReader } from './response-reader.ts'

/**
 * The load generator, a process of its own: keeps every connection busy with one request after another, over plain
 * sockets, so that it costs a fraction of what the server does. Gets a job as a message and answers with what it saw.
 */
async function run({ port, requests, connections, milliseconds }: LoadJob): Promise<LoadResult> {
  const texts = requests.map((text) => Buffer.from(text, 'latin1'))
  const writes = requests.map((text) => text.startsWith('PATCH'))
  const latencies: number[] = []
  let next = 0
  let answered = 0
  let bytes = 0
  const start = performance.now()
  const end = start + milliseconds
  const oneConnection = async (socket: Socket): Promise<void> => {
    const reader = new ResponseReader(socket)
    while (performance.now() < end) {
      const index = next++ % texts.length
      const sent = performance.now()
      socket.write(texts[index] as Buffer)
      const { status, size } = await reader.response()
      if (status !== 200) throw new Error(`status ${status}: ${requests[index]}`)
      answered += 1
      bytes += size
      if (!writes[index]) latencies.push(performance.now() - sent)
    }
    socket.destroy()
  }
  const sockets = await Promise.all(Array.from({ length: connections }, () => opened(port)))
  await Promise.all(sockets.map(oneConnection))
  const seconds = (performance.now() - start) / 1000
  latencies.sort((a, b) => a - b)
  const at = (share: number): number => latencies[Math.floor((latencies.length - 1) * share)] ?? 0
  return { answered, seconds, perSecond: answered / seconds, p50: at(0.5), p99: at(0.99), bytes }
}

function opened(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    socket.setNoDelay(true)
    socket.once('error', reject)
    socket.once('connect', () => resolve(socket))
  })
}

process.on('message', (job: LoadJob) => {
  run(job).then(
    (result) => process.send?.({ result }),
    (error: unknown) => process.send?.({ error: String(error) }),
  )
})

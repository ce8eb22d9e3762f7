import { randomInt, randomUUID } from 'node:crypto'
import pg from 'pg'
import { expect, it } from 'vitest'
import { service } from '../harness/service.ts'

const { databaseUrl, runtime, url } = service()

/** What the platform's cron calls, as wrangler offers it to tests. */
const CRON = '/cdn-cgi/handler/scheduled'

it.runIf(databaseUrl !== null)(
  '[EV1] [EV2] an entry that another process left behind is delivered without a save or a read',
  async () => {
    const client = new pg.Client({ connectionString: databaseUrl as string })
    await client.connect()
    try {
      const [event, record] = [randomUUID(), randomInt(1_000_000, 2_000_000)]
      const entry = { _version: 1, _operation: 'Added', _user: { id: null, name: 'someone gone' } }
      await client.query(
        'insert into history_outbox (event_id, media_type, record_id, entry) values ($1, $2, $3, $4)',
        [event, 'movies', record, entry],
      )
      if (runtime === 'workerd') {
        const answer = await fetch(`${url}${CRON}`)
        expect([answer.status, await answer.text()]).toEqual([200, 'ok'])
      }
      const arrived = async (): Promise<boolean> => {
        const { rowCount } = await client.query('select from edit_history where event_id = $1', [event])
        return rowCount === 1
      }
      const deadline = Date.now() + 10_000
      while (!(await arrived()) && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 100))
      expect(await arrived()).toBe(true)
    } finally {
      await client.end()
    }
  },
)

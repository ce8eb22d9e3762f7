import { expect, test, vi } from 'vitest'
import { ApiError } from '../api/api-error.ts'
import { askingOnce, confirmingLoss } from './confirm-loss.ts'

const refused = new ApiError(
  409,
  [
    {
      status: '409',
      code: 'CONFIRMATION_REQUIRED',
      title: '',
      detail: '',
      meta: { losses: [{ description: 'field', rows: 3 }] },
    },
  ],
  null,
)
const send = (lossy: boolean) => (lossy ? Promise.resolve('saved') : Promise.reject(refused))

test('[M1.d] [X25] a repeat of the same save asks about its loss once, other edits ask anew', async () => {
  const confirm = vi.fn(async () => true)
  const agreed = askingOnce()
  for (let times = 0; times < 2; times += 1)
    expect(await confirmingLoss('Save', agreed.of({ a: 1 }, confirm), send)).toBe('saved')
  expect(confirm).toHaveBeenCalledTimes(1)
  await confirmingLoss('Save', agreed.of({ a: 2 }, confirm), send)
  agreed.forget()
  await confirmingLoss('Save', agreed.of({ a: 2 }, confirm), send)
  expect(confirm).toHaveBeenCalledTimes(3)
})

test('[M1.d] [X25] who did not agree is asked again', async () => {
  const answers = [false, true]
  const agreed = askingOnce()
  const asked = agreed.of('edits', async () => answers.shift() ?? false)
  expect(await confirmingLoss('Save', asked, send)).toBe('declined')
  expect(await confirmingLoss('Save', asked, send)).toBe('saved')
})

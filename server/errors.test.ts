import { describe, expect, it } from 'vitest'
import type { ErrorBody } from '../shared/envelope.ts'
import { AppError, errorResponse } from './errors.ts'

const texts = new Map([
  ['RELATED/CHILDREQUIRED', 'Mindestens ein verknüpfter Datensatz ist erforderlich.'],
  ['ERROR/CHILD_REQUIRED', 'Es fehlt etwas'],
])
const childRequired = (marker: unknown) =>
  new AppError({ code: 'CHILD_REQUIRED', detail: 'one is needed', meta: { _messageKey: marker } })

async function told(error: AppError, accept: string | null = null) {
  const response = errorResponse(error, accept, (key) => texts.get(key))
  const { errors } = (await response.json()) as ErrorBody
  return errors[0]
}

describe('messages of the dictionary', () => {
  it('[D1.d] are named in meta and told in the caller’s language', async () => {
    expect(await told(childRequired('{DICT:RELATED/CHILDREQUIRED}'))).toEqual({
      status: '422',
      code: 'CHILD_REQUIRED',
      title: 'Es fehlt etwas',
      detail: 'Mindestens ein verknüpfter Datensatz ist erforderlich.',
      meta: { _messageKey: '{DICT:RELATED/CHILDREQUIRED}' },
    })
  })

  it('[D1.c] [D1.d] are told in problem details as well', async () => {
    const accept = 'application/problem+json'
    const response = errorResponse(childRequired('{DICT:RELATED/CHILDREQUIRED}'), accept, (key) => texts.get(key))
    expect(await response.json()).toMatchObject({
      title: 'Es fehlt etwas',
      detail: 'Mindestens ein verknüpfter Datensatz ist erforderlich.',
    })
  })

  it.each(['{DICT:MISSING}', 'RELATED/CHILDREQUIRED', '{DICT:}', 7, null, undefined])(
    '[D1.d] stay as they were written for %j',
    async (marker) => {
      expect(await told(childRequired(marker))).toMatchObject({ detail: 'one is needed' })
    },
  )

  it('have a title without a dictionary too', async () => {
    const response = errorResponse(new AppError({ code: 'NOT_FOUND', detail: 'x' }), null)
    expect(((await response.json()) as ErrorBody).errors[0]).toMatchObject({ title: 'Not found', detail: 'x' })
  })
})

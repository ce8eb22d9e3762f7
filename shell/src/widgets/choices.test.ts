import { expect, test } from 'vitest'
import { choiceSource } from './choices.ts'

const users = { mediaType: 'users', value: 'id', label: 'name', when: { owner: '1' } }
const groups = { mediaType: 'groups', value: 'id', label: 'name', when: { owner: '2' } }
const fields = { mediaType: 'adm_fields', value: 'name', by: { mediatype: 'name' } }
const form = (values: Record<string, unknown>) => (name: string) => values[name]

test('the first that applies counts', () => {
  expect(choiceSource([users, groups], form({ owner: '2' }))?.mediaType).toBe('groups')
  expect(choiceSource([users, groups], form({ owner: null }))).toBeNull()
})

test('records are narrowed by what another field holds', () => {
  expect(choiceSource([fields], form({ name: 'films' }))?.filter).toBe('mediatype_$eq_films')
  expect(choiceSource([fields], form({ name: ' ' }))).toBeNull()
})

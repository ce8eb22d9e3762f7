import { expect, it } from 'vitest'
import type { Explanation, Reason } from '../../../shared/explanation.ts'
import { adviceOf, groupsText, holderText, sentencesOf, titleOf } from './sentences.ts'

const NAMES = { records: 'Films', field: 'Year' }

function explained(...reasons: readonly Partial<Reason>[]): Explanation {
  const told = reasons.map((reason) => ({ kind: 'mediaType', allows: false, detail: 'x', ...reason }) as Reason)
  const base = { mediaType: 'films', id: 7, field: null, action: 'write', permission: 'None', groups: [] } as const
  return { ...base, allowed: told.every(({ allows }) => allows), reasons: told }
}

const said = (...reasons: readonly Partial<Reason>[]) =>
  sentencesOf(explained(...reasons), NAMES).map(({ text }) => text)

it('[P1] [P2] each kind of reason is a sentence of its own', () => {
  const source = { id: 1, name: 'Vault' }
  const sentences = said(
    { kind: 'administrator', allows: true },
    { kind: 'token' },
    { kind: 'block' },
    { kind: 'record' },
    { kind: 'client', right: 'write' },
    { kind: 'mediaType', right: 'write' },
    { kind: 'mediaType', right: 'read', allows: true },
    { kind: 'source', right: 'delete', source },
    { kind: 'field' },
    { kind: 'field', right: 'write' },
    { kind: 'field', right: 'write', allows: true },
  )
  expect(new Set(sentences).size).toBe(sentences.length)
  expect(sentences[5]).toBe('Neither you nor a group of yours has the permission to change Films.')
  expect(sentences[6]).toBe('You may see Films')
  expect(sentences[7]).toContain('the permission to delete what belongs to the source Vault')
  expect(sentences[8]).toBe('The field “Year” is read-only for everyone.')
})

it('names who holds a permission, and on which source', () => {
  expect(holderText({ kind: 'group', name: 'Editors', source: { id: 1, name: 'Vault' } })).toBe(
    'the group Editors, on the source Vault',
  )
  expect(holderText({ kind: 'user', name: 'Ada', source: null })).toBe('a permission of your own')
})

it('says whom to ask, by what withholds it', () => {
  const advice = (reason: Partial<Reason>) => adviceOf(explained(reason))
  expect(advice({ allows: true })).toBeNull()
  const kinds = ['block', 'token', 'record', 'client', 'mediaType'] as const
  const texts = kinds.map((kind) => advice({ kind }))
  expect(new Set(texts).size).toBe(kinds.length)
  expect(advice({ kind: 'field' })).toBe(texts[0])
  expect(advice({ kind: 'field', right: 'write' })).toBe(texts.at(-1))
})

it('tells the groups of whom a permission is withheld', () => {
  const groups = [{ name: 'Editors' }, { name: 'Interns' }]
  expect(groupsText({ ...explained({}), groups })).toBe('You are in the groups Editors and Interns.')
  expect(groupsText(explained({}))).toBe('You are in no group.')
  expect(groupsText(explained({ kind: 'record' }))).toBeNull()
})

it('asks in the title what was wanted', () => {
  const about = { mediaType: 'films', id: 7, action: 'write' } as const
  expect(titleOf(about)).toBe('Why can’t I change this record?')
  expect(titleOf({ ...about, field: { name: 'year', label: 'Year' } })).toBe('Why can’t I change “Year”?')
  expect(titleOf({ ...about, id: null, action: 'create' })).toBe('Why can’t I add a record here?')
})

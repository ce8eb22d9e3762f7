import type { Preferences, UserProfile } from '../../shared/session.ts'
import { brokenJsonRule } from '../../shared/values/json-value.ts'
import { CONTROL } from '../../shared/values/storable.ts'
import { canonicalLanguage } from '../dictionary/language.ts'
import { AppError, type Problem } from '../errors.ts'
import { email as emailType } from '../field-types/email.ts'
import type { FieldDefinition } from '../field-types/field-type.ts'
import { escaped, isObject } from '../write/body.ts'
import { mergePatch } from './merge-patch.ts'
import type { ProfileChange } from './profile.ts'

const LONGEST_NAME = 200
/** Of the preferences as JSON, in bytes. */
export const MAX_PREFERENCES = 65_536

const READ_ONLY: ReadonlySet<string> = new Set([
  'id',
  'username',
  'isAdministrator',
  'groups',
] satisfies (keyof UserProfile)[])
const THEMES: readonly unknown[] = ['light', 'dark', 'system'] satisfies Preferences['theme'][]

/** Members that may change: what is wrong with a value of the patch, null included, or nothing. */
const MEMBERS: ReadonlyMap<string, (value: unknown, pointer: string) => readonly Problem[]> = new Map([
  ['name', (value, pointer) => check(isName(value), pointer, `a text of 1 to ${LONGEST_NAME} characters`)],
  ['email', (value, pointer) => check(value === null || isEmail(value), pointer, 'an e-mail address, or null')],
  ['preferences', checkPreferences],
])

/** A merge patch of a profile, and what shows that it is the user who sends it: both null unless given. */
export interface ProvenPatch {
  readonly patch: Readonly<Record<string, unknown>>
  readonly currentPassword: string | null
  readonly otp: string | null
}

/** @throws {AppError} as `checkPatch` does, and for a proof that is no text. */
export function provenPatch(body: unknown): ProvenPatch {
  if (!isObject(body)) return { patch: checkPatch(body), currentPassword: null, otp: null }
  const { currentPassword = null, otp = null, ...patch } = body
  const problems = Object.entries({ currentPassword, otp }).flatMap(([name, value]) =>
    check(value === null || (typeof value === 'string' && value !== ''), `/${name}`, 'a text'),
  )
  if (problems.length > 0) throw new AppError(problems)
  return { patch: checkPatch(patch), currentPassword: currentPassword as string | null, otp: otp as string | null }
}

/**
 * Checks a merge patch of a profile [D9.d].
 *
 * @throws {AppError} VALIDATION with a pointer to each member that is wrong, unknown or read-only.
 */
function checkPatch(patch: unknown): Readonly<Record<string, unknown>> {
  if (!isObject(patch)) throw new AppError(invalid('', 'an object of the members to change'))
  const problems = Object.entries(patch).flatMap(([name, value]) => {
    const pointer = `/${escaped(name)}`
    if (READ_ONLY.has(name)) return [invalid(pointer, 'no such member: it is read-only')]
    const known = MEMBERS.get(name)
    if (known === undefined) return [invalid(pointer, `one of ${[...MEMBERS.keys()].join(', ')}`)]
    const broken = brokenJsonRule(value)
    return broken === null ? known(value, pointer) : [invalid(pointer, broken)]
  })
  if (problems.length > 0) throw new AppError(problems)
  return patch
}

/** @throws {AppError} VALIDATION when the preferences become too large. */
export function patched(profile: UserProfile, patch: Readonly<Record<string, unknown>>): ProfileChange {
  const { name, email = null, preferences = {} } = mergePatch(profile, patch) as UserProfile
  if (new TextEncoder().encode(JSON.stringify(preferences)).length > MAX_PREFERENCES) {
    throw new AppError(invalid('/preferences', `preferences of at most ${MAX_PREFERENCES} bytes in all`))
  }
  return { name, email, preferences }
}

function checkPreferences(value: unknown, pointer: string): readonly Problem[] {
  if (value === null) return []
  if (!isObject(value)) return [invalid(pointer, 'an object, or null')]
  const { tabs = null, language = null, theme = null } = value
  return [
    ...checkTabs(tabs, `${pointer}/tabs`),
    ...check(language === null || isLanguage(language), `${pointer}/language`, 'a language tag such as en or de-AT'),
    ...check(theme === null || THEMES.includes(theme), `${pointer}/theme`, `one of ${THEMES.join(', ')}`),
  ]
}

function checkTabs(value: unknown, pointer: string): readonly Problem[] {
  if (value === null) return []
  if (!isObject(value)) return [invalid(pointer, 'an object of lists of component keys, by page key')]
  return Object.entries(value).flatMap(([page, keys]) =>
    check(keys === null || isTexts(keys), `${pointer}/${escaped(page)}`, 'a list of component keys'),
  )
}

function isName(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== '' && [...value].length <= LONGEST_NAME && !CONTROL.test(value)
}

function isEmail(value: unknown): boolean {
  return value !== '' && emailType.parseJson(value, EMAIL).ok
}

function isLanguage(value: unknown): boolean {
  return typeof value === 'string' && canonicalLanguage(value) !== null
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === 'string')
}

const EMAIL: FieldDefinition = {
  name: 'email',
  label: 'E-mail',
  column: 'email',
  required: false,
  unique: true,
  readOnly: false,
  defaultValue: null,
  enumValues: [],
  props: {},
  help: null,
}

function check(valid: boolean, pointer: string, what: string): readonly Problem[] {
  return valid ? [] : [invalid(pointer, what)]
}

function invalid(pointer: string, what: string): Problem {
  return { code: 'VALIDATION', pointer, detail: `expected ${what}` }
}

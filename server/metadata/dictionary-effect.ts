import { canonicalLanguage } from '../dictionary/language.ts'
import type { DictionarySource } from '../dictionary/load.ts'
import type { WriteEffect } from '../write/effects.ts'
import { togetherProblems } from './together.ts'
import { written } from './values.ts'

const NO_LANGUAGE = 'Language: expected a language tag such as en or de-AT'

/** Texts of the dictionary show at once. */
export function dictionaryEffect(dictionaries: DictionarySource): WriteEffect {
  return {
    concerns: ({ name }) => name === 'adm_dictionary',
    prepare: async (intent, { tx }, problems) => {
      const language = written(intent.write, 'language')
      if (typeof language?.value === 'string' && canonicalLanguage(language.value) === null)
        problems.push({ code: 'VALIDATION', pointer: language.pointer, detail: NO_LANGUAGE })
      problems.push(...(await togetherProblems(intent, tx)))
      return intent.write
    },
    committed: async () => {
      await dictionaries.refresh()
    },
  }
}

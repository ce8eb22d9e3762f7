import type { DictionarySource } from '../dictionary/load.ts'
import type { WriteEffect } from '../write/effects.ts'
import { togetherProblems } from './together.ts'

/** Texts of the dictionary show at once. */
export function dictionaryEffect(dictionaries: DictionarySource): WriteEffect {
  return {
    concerns: ({ name }) => name === 'adm_dictionary',
    prepare: async (intent, { tx }, problems) => {
      problems.push(...(await togetherProblems(intent, tx)))
      return intent.write
    },
    committed: async () => {
      await dictionaries.refresh()
    },
  }
}

const LENGTHS = ['minLength', 'maxLength', 'pattern']
const LIMITS = ['min', 'max']

/** Makes a field's values lead to the page of a record; types whose values can. */
export const REDIRECT = 'REDIRECT_TO_EDIT_PAGE_BY_FIELD'

/** Every prop that means something to a field type, by type; docs/field-types.md tells what they say. */
export const PROP_NAMES: Readonly<Record<string, readonly string[]>> = {
  Text: LENGTHS,
  TextArea: [...LENGTHS, 'rows'],
  Integer: [...LIMITS, 'step', 'unit', REDIRECT],
  Decimal: [...LIMITS, 'step', 'precision', 'unit'],
  Boolean: [],
  Date: LIMITS,
  DateTime: LIMITS,
  Time: LIMITS,
  Enum: LENGTHS,
  MultiEnum: [],
  Money: [...LIMITS, 'currency', 'precision', 'maxDigits'],
  Range: [...LIMITS, 'step', 'unit'],
  Slider: [...LIMITS, 'step', 'marks', 'unit'],
  Source: [],
  Related: [REDIRECT],
  DropRelated: [REDIRECT],
  Image: LENGTHS,
  File: LENGTHS,
  Color: LENGTHS,
  Cron: LENGTHS,
  JSON: [],
  HTML: LENGTHS,
  Timezone: LENGTHS,
  Url: LENGTHS,
  Email: LENGTHS,
  Secret: LENGTHS,
}

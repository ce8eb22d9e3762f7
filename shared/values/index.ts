import { SECRET_PLACEHOLDER } from '../envelope.ts'
import { parseExact } from '../exact-json.ts'
import type { FieldSchema } from '../page.ts'
import { booleans } from './boolean.ts'
import { CHOICE, choiceLists } from './choice.ts'
import { COLOR } from './color.ts'
import { CRON } from './cron.ts'
import { days } from './date.ts'
import { instants } from './date-time.ts'
import { decimals } from './decimal.ts'
import { EMAIL } from './email.ts'
import { FORMATTED } from './html.ts'
import { integers } from './integer.ts'
import { jsonValues } from './json.ts'
import { amounts } from './money.ts'
import { ranges } from './range.ts'
import { expected, type Parsed, parsed, type RuledField, type ValueReader } from './reading.ts'
import { recordIds } from './record-id.ts'
import { scales } from './slider.ts'
import { STORED_FILE } from './stored-file.ts'
import { textReader } from './text-reader.ts'
import { times } from './time.ts'
import { TIMEZONE } from './timezone.ts'
import { ADDRESS } from './url.ts'

/** How values are read, by the field type's name. */
const readers: ReadonlyMap<string, ValueReader> = new Map([
  ['Text', textReader({})],
  ['TextArea', textReader({})],
  ['Secret', textReader({})],
  ['Integer', integers],
  ['Decimal', decimals],
  ['Boolean', booleans],
  ['Date', days],
  ['DateTime', instants],
  ['Time', times],
  ['Enum', textReader(CHOICE)],
  ['MultiEnum', choiceLists],
  ['Money', amounts],
  ['Range', ranges],
  ['Slider', scales],
  ['Source', recordIds],
  ['Related', recordIds],
  ['DropRelated', recordIds],
  ['Image', textReader(STORED_FILE)],
  ['File', textReader(STORED_FILE)],
  ['Color', textReader(COLOR)],
  ['Cron', textReader(CRON)],
  ['JSON', jsonValues],
  ['HTML', textReader(FORMATTED)],
  ['Timezone', textReader(TIMEZONE)],
  ['Url', textReader(ADDRESS)],
  ['Email', textReader(EMAIL)],
])

type Checked = Pick<FieldSchema, 'type' | 'required' | 'multiple' | 'enumValues' | 'props' | 'validation'>

/**
 * Reads a value as the server will when it is sent, by what a page says of its field. A value of a type that is not
 * known here is taken as it is. `null` is what is expected where a value is required and stands for nothing.
 */
export function readValue(field: Checked, value: unknown): Parsed | null {
  if (field.type === 'Secret' && value === SECRET_PLACEHOLDER) return parsed(value)
  if (value === null || value === undefined || (value === '' && field.required)) {
    return field.required ? null : parsed(null)
  }
  const reader = readers.get(field.type)
  if (reader === undefined) return parsed(value)
  if (field.multiple) return readMany(field, value, reader)
  const read = reader.parseJson(reader.exact ? parseExact(JSON.stringify(value)) : value, rulesOf(field))
  return read.ok && read.value === null && field.required ? null : read
}

function readMany(field: Checked, value: unknown, reader: ValueReader): Parsed | null {
  if (!Array.isArray(value)) return expected('an array')
  if (value.length === 0) return field.required ? null : parsed(value)
  const wrong = value.map((item) => reader.parseJson(item, rulesOf(field))).find((read) => !read.ok)
  return wrong ?? parsed(value)
}

/** A field's definition, as far as its values are read by it: what its page tells includes all of that. */
function rulesOf({ required, enumValues = [], props, validation }: Checked): RuledField {
  return { required, enumValues, unique: validation.unique === true, props: { ...props, ...validation } }
}

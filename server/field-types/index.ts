import { registry } from '../registry.ts'
import { boolean } from './boolean.ts'
import { color } from './color.ts'
import { cron } from './cron.ts'
import { date } from './date.ts'
import { dateTime } from './date-time.ts'
import { decimal } from './decimal.ts'
import { dropRelated } from './drop-related.ts'
import { email } from './email.ts'
import { enumeration } from './enum.ts'
import { file } from './file.ts'
import { html } from './html.ts'
import { image } from './image.ts'
import { integer } from './integer.ts'
import { json } from './json.ts'
import { money } from './money.ts'
import { multiEnum } from './multi-enum.ts'
import { range } from './range.ts'
import { related } from './related.ts'
import { secret } from './secret.ts'
import { slider } from './slider.ts'
import { source } from './source.ts'
import { text } from './text.ts'
import { textArea } from './text-area.ts'
import { time } from './time.ts'
import { timezone } from './timezone.ts'
import { url } from './url.ts'

/** Every field type, by the name metadata gives it. */
export const fieldTypes = registry('field type', [
  text,
  textArea,
  integer,
  decimal,
  boolean,
  date,
  dateTime,
  time,
  enumeration,
  multiEnum,
  money,
  range,
  slider,
  source,
  related,
  dropRelated,
  image,
  file,
  color,
  cron,
  json,
  html,
  timezone,
  url,
  email,
  secret,
])

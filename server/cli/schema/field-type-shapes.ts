import { leadsTo } from '../../catalog/shapes/component-members.ts'
import { count, type Member, mapOf, type NumberShape, type ObjectShape, text } from '../../catalog/shapes/shape.ts'

interface TypeShape {
  readonly description: string
  /** Props that mean something to the type. */
  readonly props?: Readonly<Record<string, Member>>
}

const limit = (description: string): NumberShape => ({ kind: 'number', description, orText: true })
const number = (description: string): NumberShape => ({ kind: 'number', description })

const lengths = {
  minLength: count('Least number of characters.'),
  maxLength: count('Greatest number of characters.'),
  pattern: text('Regular expression that values must match; anywhere in the text unless it is anchored.'),
}
const limits = { min: limit('Least value.'), max: limit('Greatest value.') }
const step = { step: { ...number('Distance of neighbouring values, for the hand; no rule.'), above: 0 } }
const precision = count('Digits after the point.')
const unit = { unit: text('Shown behind the number, such as min.') }

/** What each field type holds and which props it knows. */
export const FIELD_TYPES: Readonly<Record<string, TypeShape>> = {
  Text: { description: 'One line of text.', props: lengths },
  TextArea: {
    description: 'Text of several lines.',
    props: { ...lengths, rows: count('Lines of an empty text area; absent: 3.', 1) },
  },
  Integer: { description: 'A whole number.', props: { ...limits, ...step, ...unit } },
  Decimal: {
    description: 'A decimal number whose digits are kept.',
    props: { precision, ...limits, ...step, ...unit },
  },
  Boolean: { description: 'true or false.' },
  Date: { description: 'A calendar day, yyyy-MM-dd.', props: limits },
  DateTime: { description: 'A moment in time.', props: limits },
  Time: { description: 'A time of day.', props: limits },
  Enum: { description: 'One of enumValues.', props: lengths },
  MultiEnum: { description: 'Several of enumValues.' },
  Money: {
    description: 'An amount, never rounded.',
    props: {
      currency: {
        ...text('Currency code of ISO 4217, such as EUR.'),
        pattern: { expression: /^[A-Z]{3}$/, expected: 'three capital letters' },
      },
      precision,
      maxDigits: count('Greatest number of digits in all.'),
      ...limits,
    },
  },
  Range: { description: 'Two bounds, from and to.', props: { ...limits, ...step, ...unit } },
  Slider: {
    description: 'A number on a scale, 0 to 100 unless props say otherwise.',
    props: { ...limits, ...step, marks: mapOf(text('The mark.'), 'Marks on the scale, by value.'), ...unit },
  },
  Source: { description: 'The source a record belongs to: a relation to sources.' },
  Related: { description: 'A related record, searched for, or several of them; needs an entry in relations.' },
  DropRelated: { description: 'A related record, picked from a list; needs an entry in relations.' },
  Image: { description: 'A reference to a picture.', props: lengths },
  File: { description: 'A reference to a file.', props: lengths },
  Color: { description: 'A colour, such as #1a2b3c.', props: lengths },
  Cron: { description: 'A cron expression.', props: lengths },
  JSON: { description: 'Any JSON value.' },
  HTML: { description: 'Formatted text.', props: lengths },
  Timezone: { description: 'The name of a time zone, such as Europe/Zurich.', props: lengths },
  Url: { description: 'An absolute address.', props: lengths },
  Email: { description: 'A mail address.', props: lengths },
  Secret: { description: 'A text that is written and never read back.', props: lengths },
}

const redirect = {
  REDIRECT_TO_EDIT_PAGE_BY_FIELD: leadsTo(
    'Page that a value leads to: its key, or {pageKey, id} where id names the field that holds the item’s id.',
  ),
}

const PROPS = 'What the field type can be told; anything else is refused when the props are written.'

/** Props of a field whose type has none of its own. */
export const ANY_PROPS: ObjectShape = {
  kind: 'object',
  name: 'Props',
  description: PROPS,
  open: true,
  members: redirect,
}

export const PROPS_BY_TYPE: Readonly<Record<string, ObjectShape>> = Object.fromEntries(
  Object.entries(FIELD_TYPES).flatMap(([type, { props }]) =>
    props === undefined
      ? []
      : [
          [
            type,
            {
              kind: 'object',
              name: `${type}Props`,
              description: PROPS,
              open: true,
              members: { ...props, ...redirect },
            },
          ],
        ],
  ),
)

import { MESSAGE_TONES, SANDBOX_TOKENS } from '../../../shared/page-parts.ts'
import { OPTION_NAMES } from '../option-names.ts'
import { component } from './component-members.ts'
import {
  type ChoiceShape,
  count,
  either,
  filled,
  flag,
  listOf,
  type Member,
  mapOf,
  type ObjectShape,
  object,
  required,
  type Shape,
  text,
} from './shape.ts'

const { names, links } = component

const DESCRIPTIONS: Readonly<Record<string, string>> = {
  list: 'The records of a media type, page by page.',
  form: 'The fields of one record, or of several at once.',
  relatedList: 'The records of one relation of the page’s record.',
  orderedRelatedList: 'The records of a relation that keeps an order, which the user sets.',
  asyncRelatedList: 'The records of one relation, asked for once they are shown.',
  relatedForm: 'The fields of the one record that the page’s record is related to.',
  relatedAutoComplete: 'One relation: what it leads to, and a search over all there is.',
  message: 'A text, as HTML.',
  iframe: 'A page of another site.',
  permissionList: 'What a user, a group or a client is permitted, on the page of one.',
  signIns: 'How a user signs in and what is signed in as the user, on the page of one, for administrators.',
}

const oneOf = (description: string, choices: readonly string[], meaning: (choice: string) => string): ChoiceShape => ({
  kind: 'choice',
  description,
  choices: Object.fromEntries(choices.map((choice) => [choice, meaning(choice)])),
})

const tab = object('A tab.', {
  key: filled('Key of the tab.'),
  title: text('Heading of the tab.'),
  fields: names('Its fields.'),
})

const COLUMNS = 'Fields shown at first; absent: the first eight.'
const RELATION = 'The relation, by its field or its _links key on the page’s media type'

/** The value of each option, whichever component type has it. */
const OPTIONS: Readonly<Record<string, Shape>> = {
  mediaType: filled('Media type listed; absent: that of the page.'),
  columns: names(COLUMNS),
  hidden: names('Further fields that a user may add; absent: all.'),
  defaultSort: text('Fields to sort by, separated by commas, each with a leading - for descending.'),
  pageSize: count('Records on a page; absent: 20.', 1),
  editPageKey: filled('Page that edits one record.'),
  links,
  choices: mapOf(
    { kind: 'any', description: '{mediaType, value, label}, or several of which the first that applies counts.' },
    'Records whose values are offered for a field, by field.',
  ),
  tabs: listOf(tab, 'Tabs, each with its fields.'),
  rest: flag('false: fields that no tab names are left out, instead of standing in a last tab.'),
  hideWithoutWrite: flag('true: who may not write does not see the form.'),
  relation: filled(`${RELATION}; it leads to many.`),
  editable: names('Fields that are changed in place; absent: none.'),
  create: either(
    'Fields that a new row is filled in by, or false. Absent: of records that refer to the page’s own the required and the shown ones, of others none can be made.',
    'a list of fields, or false',
    [names('Fields that a new row is filled in by.'), flag('false: no row can be made.')],
  ),
  choose: flag('false: records that are there already cannot be added.'),
  remove: flag('false: rows cannot be removed.'),
  rowPageKey: filled('Page that a row opens.'),
  filter: text('A filter that the rows shown pass.'),
  fields: names('The fields shown, in this order; absent: all, in tabs.'),
  tone: oneOf('How the message looks; absent: info.', MESSAGE_TONES, (tone) => `as ${tone}`),
  title: text('Plain text; a message takes {field} for what the record holds.'),
  text: text('HTML, without anything that runs; {field} stands for what the record holds.'),
  dismissible: flag('true: whoever put it away does not see it again on that device, until it says something else.'),
  url: filled('http or https, with {field} for values of the record, but not in scheme and host.'),
  height: { ...count('Pixels; absent: 480.', 120), max: 4000 },
  sandbox: listOf(
    oneOf('A token of the attribute sandbox.', SANDBOX_TOKENS, (token) => `${token}, as in HTML`),
    'What the frame may; absent: allow-scripts alone.',
  ),
  owner: oneOf('Whose permissions they are.', ['user', 'group', 'client'], (owner) => `those of a ${owner}`),
}

/** Options that mean something else to a type, or that it cannot do without. */
const OWN: Readonly<Record<string, Readonly<Record<string, Member>>>> = {
  relatedForm: {
    relation: required(filled(`${RELATION}; it leads to one.`)),
    create: flag('false: where there is no record none is made.'),
    remove: flag('true: the record can be taken away.'),
  },
  relatedAutoComplete: {
    relation: required(filled(`${RELATION}, to one or to many.`)),
    columns: names('Fields of the related records that are shown beside their names; absent: none.'),
  },
  message: { text: required(OPTIONS.text as Shape) },
  iframe: {
    url: required(OPTIONS.url as Shape),
    title: text('What screen readers call it; absent: the component’s title.'),
  },
}

const RELATED_LIST: Readonly<Record<string, Member>> = {
  relation: required(OPTIONS.relation as Shape),
  pageSize: { ...count('Rows on a page; absent: 20. An ordered list has all, in blocks of 250.', 1) },
}

/** What built-in component types can be told, all of it: those that are not here are a bundle's and take anything. */
export const CONFIGURATIONS: Readonly<Record<string, ObjectShape>> = Object.fromEntries(
  Object.entries(OPTION_NAMES).map(([type, options]) => {
    const own = OWN[type] ?? (type.endsWith('RelatedList') || type === 'relatedList' ? RELATED_LIST : {})
    const members = Object.fromEntries(options.map((option) => [option, own[option] ?? known(type, option)]))
    return [type, object(describe(type), members, `${capital(type)}Configuration`)]
  }),
)

function describe(type: string): string {
  const description = DESCRIPTIONS[type]
  if (description === undefined) throw new Error(`the component type ${type} has no description`)
  return description
}

function known(type: string, option: string): Member {
  const shape = OPTIONS[option]
  if (shape === undefined) throw new Error(`the option ${option} of ${type} has no shape`)
  return shape
}

function capital(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`
}

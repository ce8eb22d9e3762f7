import { component } from './component-members.ts'
import { count, filled, flag, type ObjectShape, required, text } from './shape.ts'

const { names, links } = component

/** Configuration of the components that list the records of one relation. */
export const RELATED_LIST: ObjectShape = {
  kind: 'object',
  name: 'RelatedListConfiguration',
  description: 'The records of one relation of the page’s record.',
  open: true,
  members: {
    relation: required(
      filled('The relation, by its field or its _links key on the page’s media type; it leads to many.'),
    ),
    columns: names('Fields of the rows shown at first; absent: the first eight.'),
    hidden: names('Further fields that a user may add.'),
    editable: names('Fields that are changed in place; absent: none.'),
    create: {
      kind: 'any',
      description:
        'Fields that a new row is filled in by, or false. Absent: of records that refer to the page’s own the required and the shown ones, of others none can be made.',
    },
    choose: flag('false: records that are there already cannot be added.'),
    remove: flag('false: rows cannot be removed.'),
    rowPageKey: filled('Page that a row opens.'),
    defaultSort: text('Fields to sort by, separated by commas, each with a leading - for descending.'),
    pageSize: count('Rows on a page, up to 250; absent: 20. An ordered list has all, in blocks of 250.', 1),
    filter: text('A filter that the rows shown pass.'),
    links,
  },
}

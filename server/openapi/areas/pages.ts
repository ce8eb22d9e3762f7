import {
  answer,
  body,
  errors,
  inPath,
  listOf,
  mapOf,
  nullable,
  object,
  parameter,
  query,
  ref,
  said,
  text,
  truth,
  whole,
} from '../describe.ts'
import type { Area, Operation } from '../document.ts'

const TAG = 'Pages'

const LIST_STATE = [
  query('page', 'Page of the list, from zero.', whole),
  query('pageSize', 'Rows on it.', whole),
  query('sort', 'Columns to sort by.'),
  query('filter', 'Filter of the list.'),
]
const PREVIOUS = query('previousPageKey', 'Page the user came from: the way back leads there.')
const PAGE_KEY = inPath('page_key', 'Key of the page.')
const ITEM = inPath('item_id', 'Id of a record, several separated by commas, or `new`.')

function display(operationId: string, summary: string, withItem: boolean): Operation {
  return {
    operationId,
    tags: [TAG],
    summary,
    description: 'Titles and labels are in the caller’s language. A component that fails is left out; the page is not.',
    parameters: [PAGE_KEY, ...(withItem ? [ITEM] : []), ...LIST_STATE, PREVIOUS],
    responses: { 200: answer('What the page is made of.', ref('Page')), ...errors(400, 401, 403, 404) },
  }
}

export const pages: Area = {
  tag: {
    name: TAG,
    'x-group': 'Pages',
    description: 'What the shell shows: pages as schema and data, and what is around them.',
  },
  paths: {
    '/api/v2/display/{page_key}': { get: display('display', 'Render a page', false) },
    '/api/v2/display/{page_key}/{item_id}': { get: display('display.item', 'Render a page of a record', true) },
    '/api/v2/save/{page_key}/{item_id}': {
      post: {
        operationId: 'page.save',
        tags: [TAG],
        summary: 'Save the changed components of a page',
        description:
          'In one transaction: all of it is written or nothing. Pointers of errors lead into the body. The answer is the page as it is now, for `new` that of the record that was made.',
        parameters: [PAGE_KEY, ITEM, ...LIST_STATE, PREVIOUS, parameter('idempotencyKey'), parameter('confirmLoss')],
        requestBody: body(ref('PageSave')),
        responses: {
          200: answer('The fresh page.', ref('Page')),
          204: { description: 'It is saved, and the page is no longer one that the caller sees.' },
          ...errors(400, 401, 403, 404, 406, 409, 412, 413, 415, 422, 428),
        },
      },
    },
    '/api/v2/components/{page_key}/{item_id}/{component_key}': {
      get: {
        operationId: 'component',
        tags: [TAG],
        summary: 'Render one component of a page again',
        parameters: [
          PAGE_KEY,
          { ...ITEM, description: `${ITEM.description} \`-\` stands for none.` },
          inPath('component_key', 'Key of the component.'),
          ...LIST_STATE,
        ],
        responses: {
          200: answer('The component.', object({ schema: ref('ComponentSchema'), data: ref('ComponentData') })),
          ...errors(400, 401, 403, 404),
        },
      },
    },
    '/api/v2/menu': {
      get: {
        operationId: 'menu',
        tags: [TAG],
        summary: 'List the pages of the menu that the caller may read',
        responses: { 200: answer('The menu.', listOf(ref('MenuItem'))), ...errors(401) },
      },
    },
    '/api/v2/global/pages': {
      get: {
        operationId: 'pages.ofRecords',
        tags: [TAG],
        summary: 'List the pages on which records are found',
        description:
          'Of each media type that the caller may read: the page that lists its records, and the one that edits one.',
        responses: { 200: answer('The pages, by media type.', mapOf(ref('RecordPages'))), ...errors(401) },
      },
    },
    '/api/v2/remotes': {
      get: {
        operationId: 'remotes',
        tags: [TAG],
        summary: 'List the bundles of components that are not built in',
        description: 'Three at most, in the order in which a component type is looked for in them.',
        responses: { 200: answer('The bundles.', listOf(ref('RemoteBundle'))), ...errors(401) },
      },
    },
    '/api/v2/global/sources': {
      get: {
        operationId: 'sources.tree',
        tags: [TAG],
        summary: 'Read the tree of sources',
        responses: { 200: answer('The roots of the tree.', listOf(ref('SourceNode'))), ...errors(401, 404) },
      },
    },
  },
  schemas: {
    Page: object({
      pageKey: text,
      title: text,
      breadcrumbs: listOf(object({ title: text, pageKey: text, itemId: text }, ['itemId'])),
      configuration: ref('PageConfiguration'),
      schema: object({ configuration: ref('PageConfiguration'), components: listOf(ref('ComponentSchema')) }),
      data: object({ components: listOf(ref('ComponentData')) }),
    }),
    PageSave: {
      ...object(
        {
          components: listOf({
            ...object({
              key: said('Key of a component of the page, once.', text),
              data: said('What was changed; its form depends on the type.', { type: 'object' }),
            }),
            additionalProperties: false,
          }),
          etag: said('Tag of the record as it was shown; 412 where it was changed since.', text),
          isBulkEdit: said(
            'Each of several records gets the same changes; true of a single one where it is what is left of several.',
            truth,
          ),
        },
        ['etag', 'isBulkEdit'],
      ),
      additionalProperties: false,
    },
    PageConfiguration: object(
      {
        save: truth,
        create: truth,
        addNew: truth,
        addNewPageKey: text,
        layout: text,
        itemId: text,
        mediaType: text,
        etag: text,
      },
      ['addNewPageKey', 'itemId', 'mediaType', 'etag'],
    ),
    ComponentSchema: said(
      'What to show; its form depends on the type.',
      object({ title: text, key: text, type: text, schema: { type: 'object' } }),
    ),
    ComponentData: said(
      'The values, paired with the schema by key; null where the component fetches its own.',
      object({ key: text, data: nullable(mapOf({})) }),
    ),
    MenuItem: object({ key: text, title: text, icon: text, pageKey: text, children: listOf(ref('MenuItem')) }, [
      'icon',
      'pageKey',
      'children',
    ]),
    RemoteBundle: object({ name: text, entry: said('Address of its script or manifest.', text), integrity: text }, [
      'integrity',
    ]),
    RecordPages: object({ label: text, labelPlural: text, canCreate: truth, listPageKey: text, itemPageKey: text }, [
      'listPageKey',
      'itemPageKey',
    ]),
    SourceNode: object({ id: whole, title: text, children: listOf(ref('SourceNode')) }),
  },
}

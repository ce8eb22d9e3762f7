const LISTED = ['columns', 'hidden', 'defaultSort', 'pageSize', 'links', 'choices']
const FORMED = ['tabs', 'rest', 'links', 'choices']
const RELATED_LIST = [...LISTED, 'relation', 'editable', 'create', 'choose', 'remove', 'rowPageKey', 'filter']

/** Every option that a built-in component type reads from its configuration, by type; docs/pages.md tells what they do. */
export const OPTION_NAMES: Readonly<Record<string, readonly string[]>> = {
  list: [...LISTED, 'mediaType', 'editPageKey'],
  form: [...FORMED, 'hideWithoutWrite'],
  relatedList: RELATED_LIST,
  orderedRelatedList: RELATED_LIST,
  asyncRelatedList: RELATED_LIST,
  relatedForm: [...FORMED, 'relation', 'fields', 'create', 'remove'],
  relatedAutoComplete: ['relation', 'columns', 'links', 'choices'],
  message: ['tone', 'title', 'text', 'dismissible'],
  iframe: ['url', 'title', 'height', 'sandbox'],
  permissionList: ['owner'],
  signIns: [],
}

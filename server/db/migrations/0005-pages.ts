/** Pages of the system's media types, in one group of the menu: of each a list, and a form for one record. */

interface Tab {
  readonly title: string
  readonly fields: readonly string[]
}

interface Pages {
  readonly mediaType: string
  /** Keys of the list and of the form. */
  readonly keys: readonly [string, string]
  readonly titles: readonly [string, string]
  readonly icon: string
  readonly columns: readonly string[]
  readonly hidden?: readonly string[]
  readonly sort: string
  readonly tabs: readonly Tab[]
}

const all: readonly Pages[] = [
  {
    mediaType: 'adm_mediatypes',
    keys: ['adm_mediatypes', 'adm_mediatype'],
    titles: ['Media types', 'Media type'],
    icon: 'folder',
    columns: ['name', 'label', 'label_plural', 'name_field', 'is_system'],
    hidden: ['source_field', 'parent_field', 'is_link', 'table_name', 'is_foreign'],
    sort: 'name',
    tabs: [
      { title: 'Main', fields: ['name', 'label', 'label_plural', 'name_field', 'source_field', 'parent_field'] },
      { title: 'Rules', fields: ['is_link', 'has_file', 'block_create', 'block_write', 'block_delete'] },
      {
        title: 'Table',
        fields: ['table_name', 'is_system', 'is_foreign', 'key_column', 'version_source', 'inserted_column'],
      },
    ],
  },
  {
    mediaType: 'adm_fields',
    keys: ['adm_fields', 'adm_field'],
    titles: ['Fields', 'Field'],
    icon: 'tag',
    columns: ['mediatype', 'sort_order', 'name', 'label', 'type', 'required'],
    hidden: ['is_unique', 'indexed', 'read_only', 'help'],
    sort: 'mediatype,sort_order',
    tabs: [
      {
        title: 'Main',
        fields: [
          'mediatype',
          'name',
          'label',
          'type',
          'required',
          'is_unique',
          'indexed',
          'read_only',
          'help',
          'sort_order',
        ],
      },
      { title: 'Values', fields: ['default_value', 'enum_values', 'props'] },
      { title: 'Column', fields: ['column_name', 'column_type'] },
    ],
  },
  {
    mediaType: 'adm_relateds',
    keys: ['adm_relateds', 'adm_related'],
    titles: ['Relations', 'Relation'],
    icon: 'tree',
    columns: ['mediatype', 'kind', 'related_mediatype', 'column_name', 'field', 'on_delete'],
    hidden: ['link_table', 'link_mediatype', 'link_column', 'link_related_column', 'order_column', 'is_child_required'],
    sort: 'mediatype,related_mediatype',
    tabs: [
      {
        title: 'Main',
        fields: ['mediatype', 'kind', 'related_mediatype', 'column_name', 'field', 'on_delete', 'is_child_required'],
      },
      {
        title: 'Joining',
        fields: ['link_table', 'link_mediatype', 'link_column', 'link_related_column', 'order_column'],
      },
    ],
  },
  {
    mediaType: 'adm_pages',
    keys: ['adm_pages', 'adm_page'],
    titles: ['Pages', 'Page'],
    icon: 'list',
    columns: ['page_key', 'title', 'mediatype', 'parent_page_key', 'menu_group', 'menu_order'],
    hidden: ['layout', 'icon'],
    sort: 'page_key',
    tabs: [
      { title: 'Main', fields: ['page_key', 'title', 'mediatype', 'parent_page_key', 'layout'] },
      { title: 'Menu', fields: ['menu_group', 'menu_order', 'icon'] },
    ],
  },
  {
    mediaType: 'adm_page_components',
    keys: ['adm_page_components', 'adm_page_component'],
    titles: ['Page components', 'Page component'],
    icon: 'list',
    columns: ['page_key', 'sort_order', 'component_key', 'type', 'title'],
    sort: 'page_key,sort_order',
    tabs: [{ title: 'Main', fields: ['page_key', 'component_key', 'type', 'title', 'sort_order', 'configuration'] }],
  },
  {
    mediaType: 'adm_dictionary',
    keys: ['adm_dictionary', 'adm_dictionary_entry'],
    titles: ['Dictionary', 'Dictionary entry'],
    icon: 'tag',
    columns: ['language', 'key', 'text'],
    sort: 'key,language',
    tabs: [{ title: 'Main', fields: ['language', 'key', 'text'] }],
  },
  {
    mediaType: 'sources',
    keys: ['adm_sources', 'adm_source'],
    titles: ['Sources', 'Source'],
    icon: 'tree',
    columns: ['name', 'parent'],
    sort: 'name',
    tabs: [{ title: 'Main', fields: ['name', 'parent'] }],
  },
  {
    mediaType: 'users',
    keys: ['adm_users', 'adm_user'],
    titles: ['Users', 'User'],
    icon: 'people',
    columns: ['username', 'name', 'email', 'groups', 'is_administrator', 'is_disabled'],
    sort: 'username',
    tabs: [
      { title: 'Main', fields: ['username', 'name', 'email', 'password'] },
      { title: 'Rights', fields: ['groups', 'is_administrator', 'is_disabled'] },
    ],
  },
  {
    mediaType: 'groups',
    keys: ['adm_groups', 'adm_group'],
    titles: ['Groups', 'Group'],
    icon: 'people',
    columns: ['name'],
    sort: 'name',
    tabs: [{ title: 'Main', fields: ['name'] }],
  },
  {
    mediaType: 'permissions',
    keys: ['adm_permissions', 'adm_permission'],
    titles: ['Permissions', 'Permission'],
    icon: 'settings',
    columns: ['owner_type', 'owner_id', 'object_type', 'object_id', 'key', 'can_read', 'can_write', 'can_delete'],
    sort: 'owner_id',
    tabs: [
      {
        title: 'Main',
        fields: ['owner_type', 'owner_id', 'object_type', 'object_id', 'key', 'can_read', 'can_write', 'can_delete'],
      },
    ],
  },
  {
    mediaType: 'oauth_clients',
    keys: ['adm_oauth_clients', 'adm_oauth_client'],
    titles: ['OAuth clients', 'OAuth client'],
    icon: 'settings',
    columns: ['client_id', 'name', 'client_type'],
    sort: 'client_id',
    tabs: [{ title: 'Main', fields: ['client_id', 'name', 'client_type', 'secret'] }],
  },
]

const FIRST_IN_MENU = 9000

export const pages = all.map(({ mediaType, keys, titles, icon, columns, hidden = [], sort, tabs }, index) => {
  const [listKey, formKey] = keys
  const [listTitle, formTitle] = titles
  const list = { columns, hidden, defaultSort: sort, pageSize: 20, editPageKey: formKey }
  return {
    mediaType,
    list: {
      page_key: listKey,
      title: listTitle,
      icon,
      menu_group: 'Administration',
      menu_order: FIRST_IN_MENU + index,
      components: [{ component_key: 'list', type: 'list', title: listTitle, configuration: JSON.stringify(list) }],
    },
    form: {
      page_key: formKey,
      title: formTitle,
      icon,
      parent_page_key: listKey,
      components: [
        { component_key: 'form', type: 'form', title: formTitle, configuration: JSON.stringify({ tabs, rest: false }) },
      ],
    },
  }
})

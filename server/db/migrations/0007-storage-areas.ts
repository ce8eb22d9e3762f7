import { field, flag } from './0005-field.ts'

/** The media type of storage areas with its pages (specification, "Storage area descriptor"). */

export const storageAreas = {
  name: 'storage_areas',
  label: 'Storage area',
  label_plural: 'Storage areas',
  name_field: 'name',
}

export const fields = [
  field('name', 'Name', 'Text', { required: true, is_unique: true, props: { maxLength: 200 } }),
  field('type', 'Type', 'Enum', {
    required: true,
    column_type: 'smallint',
    default_value: '0',
    enum_values: { 0: 'Disk', 1: 'Bucket (S3, R2)', 2: 'Blob storage (Azure)' },
  }),
  field('path', 'Path', 'Text', {
    required: true,
    props: { maxLength: 1000 },
    help: 'Folder on disk, relative to the data folder or absolute; else bucket or container, with a path in it after a slash.',
  }),
  field('username', 'Access key', 'Text', { help: 'Of blob storage the name of the account.' }),
  field('password', 'Secret key', 'Secret'),
  field('permission', 'Downloads', 'Enum', {
    required: true,
    column_type: 'smallint',
    default_value: '1',
    enum_values: { 0: 'Public', 1: 'Private' },
    help: 'Files of a public area are downloaded without sign-in.',
  }),
  field('endpoint', 'Endpoint', 'Text', {
    props: { maxLength: 1000 },
    help: 'Where the storage answers if not at its provider’s address, such as https://minio.example.org; r2:<binding> for a bucket of a Worker.',
  }),
  field('region', 'Region', 'Text', { props: { maxLength: 100 }, help: 'Of a bucket: us-east-1 unless given.' }),
  flag('is_default', 'Default', 'Takes files that name no area. There is one at most.'),
]

const list = {
  columns: ['name', 'type', 'path', 'permission', 'is_default'],
  hidden: ['endpoint', 'region', 'username'],
  defaultSort: 'name',
  pageSize: 20,
  editPageKey: 'adm_storage_area',
}

const form = {
  tabs: [
    { title: 'Main', fields: ['name', 'type', 'path', 'permission', 'is_default'] },
    { title: 'Access', fields: ['username', 'password', 'endpoint', 'region'] },
  ],
  rest: false,
}

export const pages = [
  {
    page: {
      page_key: 'adm_storage_areas',
      title: 'Storage areas',
      icon: 'folder',
      menu_group: 'Administration',
      menu_order: 9011,
    },
    component: { component_key: 'list', type: 'list', title: 'Storage areas', configuration: JSON.stringify(list) },
  },
  {
    page: {
      page_key: 'adm_storage_area',
      title: 'Storage area',
      icon: 'folder',
      parent_page_key: 'adm_storage_areas',
    },
    component: { component_key: 'form', type: 'form', title: 'Storage area', configuration: JSON.stringify(form) },
  },
]

import {
  answer,
  body,
  DATA,
  errors,
  inPath,
  JSON_TYPE,
  nullable,
  object,
  query,
  ref,
  said,
  text,
  whole,
} from '../describe.ts'
import type { Area, Parameter } from '../document.ts'

const TAG = 'Files'
const BYTES = 'application/octet-stream'
const RECORD = [
  inPath('media_type', 'Name of a media type whose records have files.'),
  inPath('id', 'Id of the record.', whole),
]
const bytes = { type: 'string', contentMediaType: BYTES } as const

const header = (name: string, description: string): Parameter => ({
  name,
  in: 'header',
  description,
  schema: text,
})

export const files: Area = {
  tag: {
    name: TAG,
    'x-group': 'Files',
    description:
      'Files of records, and where they are kept. A record of a media type with files is created with descriptors in its `_links._files`: `inline` with the bytes in base64, `upload` for what was uploaded before, `amazons3`, `azureblob`, `web` and `ftp` for what is fetched from elsewhere, `lazy` for what the caller puts into the storage area itself.',
  },
  paths: {
    '/api/v1/download/file/{file}/{name}': {
      get: {
        operationId: 'file.download',
        tags: [TAG],
        summary: 'Download a file',
        description:
          'The address is the `_url` of a record or of an upload. Of a private storage area it needs a right to read the record, or the signature of a signed address.',
        parameters: [
          inPath('file', 'Id of the file, or of the upload.'),
          inPath('name', 'Name of the file, encoded.'),
          query('expires', 'Of a signed address: Unix time in seconds.', whole),
          query('signature', 'Of a signed address.'),
          header('Range', 'One range of bytes.'),
          header('If-Range', 'The tag that the range is of.'),
          header('If-None-Match', 'Tags that the caller has.'),
        ],
        responses: {
          200: answer('The file.', bytes, { type: BYTES, headers: ['ETag'] }),
          206: answer('The range of it.', bytes, { type: BYTES, headers: ['ETag'] }),
          304: answer('The caller has it already.', undefined, { headers: ['ETag'] }),
          416: answer('The file has no such bytes; `Content-Range` tells how many it has.'),
          ...errors(401, 403, 404, 412),
        },
      },
    },
    '/api/v1/download/sign': {
      post: {
        operationId: 'file.sign',
        tags: [TAG],
        summary: 'Sign the address of a file',
        description: 'Whoever has the signed address downloads the file without sign-in until it expires.',
        requestBody: body(ref('SignRequest')),
        responses: { 200: answer('The signed address.', ref('SignedUrl')), ...errors(400, 401, 403, 404, 422) },
      },
    },
    '/api/v1/upload/content/{name}': {
      post: {
        operationId: 'file.upload',
        tags: [TAG],
        summary: 'Store a whole file in one request',
        description:
          'The body is the file. It goes to the default storage area and stays until it is attached to a record, by `{"_type": "upload", "_id": "…"}`, or removed by `DELETE /api/v1/$upload/<upload>`.',
        parameters: [
          inPath('name', 'Name of the file, encoded.'),
          header('Content-MD5', 'MD5 of the file, in base64 or hexadecimal.'),
        ],
        requestBody: body(bytes, BYTES),
        responses: {
          201: answer('It is stored.', ref('StoredFile'), { headers: ['Location'] }),
          ...errors(400, 401, 403, 413, 422, 503),
        },
      },
    },
    '/api/v1/fullstoragearea/{media_type}/{id}': {
      get: {
        operationId: 'file.area',
        tags: [TAG],
        summary: 'Read where the lazy files of a record belong',
        description:
          'With the credentials of the storage area, hence for callers who may change the record. One file belongs at `<id><suffix><extension>`, several belong into the folder `<id><suffix>`; the suffix is `_suffix` in the answer of the create.',
        parameters: RECORD,
        responses: { 200: answer('The storage area.', ref('StorageArea'), { type: DATA }), ...errors(401, 403, 404) },
      },
    },
    '/api/v1/$checkupload/{media_type}/{id}': {
      put: {
        operationId: 'file.check',
        tags: [TAG],
        summary: 'Complete a lazy upload',
        description:
          'Every file of the record must be listed. Each is read from its storage area and compared in size and MD5; what differs is told, all of it.',
        parameters: [...RECORD, header('If-Match', 'Tag of the record.')],
        requestBody: body(ref('CheckUploadBody'), [DATA, JSON_TYPE]),
        responses: {
          200: answer(
            'The record, with the address of its file.',
            { type: 'object' },
            { type: DATA, headers: ['ETag'] },
          ),
          ...errors(400, 401, 403, 404, 412, 415, 422, 503),
        },
      },
    },
    '/files/openapi.json': {
      get: {
        operationId: 'file.openapi',
        tags: [TAG],
        summary: 'Describe the routes of files alone',
        responses: { 200: answer('The description.', { type: 'object' }, { headers: ['ETag'] }), ...errors(401) },
      },
    },
    '/files/help': {
      get: {
        operationId: 'file.help',
        tags: [TAG],
        summary: 'The same as a page',
        responses: { 200: answer('The page.', text, { type: 'text/html' }), ...errors(401) },
      },
    },
  },
  schemas: {
    SignRequest: {
      ...object(
        {
          _url: said('`_url` of a file.', text),
          _expiresIn: said('Seconds.', { type: 'integer', minimum: 1, maximum: 604_800, default: 3600 }),
        },
        ['_expiresIn'],
      ),
      additionalProperties: false,
    },
    SignedUrl: object({ _url: text, _expires: said('Unix time in seconds.', whole) }),
    StoredFile: object({
      _id: said('Names it in a descriptor of the type `upload`.', text),
      _url: text,
      _fileSize: said('In bytes.', whole),
      _md5: said('Hexadecimal.', text),
    }),
    StorageArea: object({
      Type: said('0: disk, 1: bucket, 2: blob storage.', { type: 'integer', enum: [0, 1, 2] }),
      Path: said('Folder on disk; else bucket or container, with the path in it.', text),
      Username: said('Access key, or name of the account.', nullable(text)),
      Password: said('Secret key.', nullable(text)),
      Permission: said('0: public, 1: private.', { type: 'integer', enum: [0, 1] }),
      ExtraSettings: object({ Region: text, Endpoint: text }, ['Region', 'Endpoint']),
    }),
    FileDescriptor: {
      type: 'object',
      description:
        'A file that a record is given. Beside the members named here each type has its own: `inline` has `_base64Data`; `upload` has `_id`; `amazons3` has `_accessKey`, `_secretKey`, `_bucket`, `_region`, `_subfolder`; `azureblob` has `_accountName`, `_accountKey`, `_bucket`, `_subfolder`; `web` has `_url`, `_user`, `_password`; `ftp` has `_server`, `_port`, `_subfolder`, `_user`, `_password`, `_ssl`, `_passive`.',
      properties: {
        _type: { type: 'string', enum: ['inline', 'lazy', 'upload', 'amazons3', 'azureblob', 'web', 'ftp'] },
        _filename: text,
        _fileSize: said('In bytes; `_filesize` is the same.', { type: 'integer', minimum: 0 }),
        _md5: said('Hexadecimal.', text),
        _storagearea: said('Id of a storage area; the default one unless given.', whole),
      },
      required: ['_type'],
    },
  },
}

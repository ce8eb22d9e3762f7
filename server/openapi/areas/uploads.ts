import {
  answer,
  body,
  DATA,
  errors,
  inPath,
  listOf,
  mapOf,
  nullable,
  object,
  ref,
  said,
  text,
  truth,
  type whole,
} from '../describe.ts'
import type { Area, Parameter } from '../document.ts'

const TAG = 'Uploads'
const PROGRESS = ['Upload-Offset', 'Upload-Complete', 'Upload-Length', 'Upload-Expires']
const RAW = 'application/offset+octet-stream'

const UPLOAD = [inPath('upload', 'Id of the upload.')]
const FILE = [...UPLOAD, inPath('name', 'Name of the file, encoded.')]
const count: typeof whole = { type: 'integer', minimum: 0 }

const header = (name: string, description: string, required = false, schema = text): Parameter => ({
  name,
  in: 'header',
  required,
  description,
  schema,
})

const bytes = said('The bytes as they are.', { type: 'string', contentMediaType: RAW })

export const uploads: Area = {
  tag: {
    name: TAG,
    'x-group': 'Files',
    description:
      'Files that come in chunks, over several requests, and go on where they broke off. A file that is complete is attached to a record by `{"_type": "upload", "_id": "…"}` in its `_links._files`. Nobody but who started an upload sees it, and a day without a chunk ends it. At the same addresses any client of tus 1.0 can upload.',
  },
  paths: {
    '/api/v1/$upload': {
      post: {
        operationId: 'upload.start',
        tags: [TAG],
        summary: 'Start an upload',
        description:
          'With the header `Tus-Resumable` this is the creation of tus 1.0: `Upload-Length` or `Upload-Defer-Length`, and `Upload-Metadata` with `filename`; a body of type `application/offset+octet-stream` is the first of the file.',
        parameters: [
          header('Tus-Resumable', 'Of tus: `1.0.0`.'),
          header('Upload-Length', 'Of tus: size of the file in bytes.', false, count),
          header('Upload-Metadata', 'Of tus: pairs of a key and a value in base64; `filename` names the file.'),
        ],
        requestBody: { ...body(ref('UploadStart'), [DATA, 'application/json']), required: false },
        responses: {
          200: answer('Where each file goes.', ref('StartedUpload'), { type: DATA, headers: ['Location'] }),
          201: answer('Of tus: the upload is there.', undefined, { headers: ['Location', ...PROGRESS] }),
          ...errors(400, 401, 403, 413, 415, 422),
        },
      },
    },
    '/api/v1/$upload/{upload}': {
      get: {
        operationId: 'upload.state',
        tags: [TAG],
        summary: 'Tell how far the files of an upload have come',
        parameters: UPLOAD,
        responses: { 200: answer('Its files.', ref('UploadState'), { type: DATA }), ...errors(401, 404) },
      },
      post: {
        operationId: 'upload.close',
        tags: [TAG],
        summary: 'Close an upload, its files checked',
        description: 'Every file of the upload must be listed. What differs in size or MD5 is told, all of it.',
        parameters: UPLOAD,
        requestBody: body(ref('CheckUploadBody'), [DATA, 'application/json']),
        responses: {
          200: answer('All are what they should be.', ref('UploadState'), { type: DATA }),
          ...errors(400, 401, 404, 415, 422),
        },
      },
      delete: {
        operationId: 'upload.cancel',
        tags: [TAG],
        summary: 'Cancel an upload',
        parameters: UPLOAD,
        responses: { 204: answer('Nothing of it is kept.'), ...errors(401, 404) },
      },
    },
    '/api/v1/$upload/{upload}/{name}': {
      get: {
        operationId: 'upload.file',
        tags: [TAG],
        summary: 'Tell where a file goes on',
        description: 'HEAD tells it by the headers alone.',
        parameters: FILE,
        responses: {
          200: answer('So far it has come.', ref('UploadedFile'), { type: DATA, headers: PROGRESS }),
          ...errors(401, 404),
        },
      },
      put: {
        operationId: 'upload.chunk',
        tags: [TAG],
        summary: 'Send a chunk',
        description:
          'At most 64 MiB, decoded. A chunk that came before may come again; one that is not due is refused with 409, and told which byte is. It is taken whole or not at all.',
        parameters: [
          ...FILE,
          header('Content-Range', '`bytes <first>-<last>/<total>`, in decoded bytes; the total may be `*`.', true),
          header('Content-MD5', 'MD5 of the decoded chunk, in base64 or hexadecimal.'),
          header('X-Chunk-Size', 'Size of the decoded chunk in bytes.', false, count),
        ],
        requestBody: {
          required: false,
          description: 'Base64, under the type of the file; or the bytes as they are.',
          content: {
            'application/octet-stream': { schema: said('Base64 of the chunk.', text) },
            [RAW]: { schema: bytes },
          },
        },
        responses: {
          204: answer('The chunk is there.', undefined, { headers: PROGRESS }),
          ...errors(400, 401, 404, 409, 413, 422),
        },
      },
      patch: {
        operationId: 'upload.append',
        tags: [TAG],
        summary: 'Send what follows (tus)',
        description: 'Of any length: when it breaks off, what came is kept.',
        parameters: [
          ...FILE,
          header('Tus-Resumable', '`1.0.0`.'),
          header('Upload-Offset', 'Where it begins in the file, in bytes.', true, count),
          header('Upload-Length', 'Size of a file that was started without.', false, count),
        ],
        requestBody: body(bytes, RAW),
        responses: {
          204: answer('It is there.', undefined, { headers: PROGRESS }),
          ...errors(400, 401, 404, 409, 413, 415, 422),
        },
      },
      post: {
        operationId: 'upload.override',
        tags: [TAG],
        summary: 'PATCH or DELETE in the dress of a POST (tus)',
        description: 'For networks that let no other methods through.',
        parameters: [...FILE, header('X-HTTP-Method-Override', '`PATCH` or `DELETE`.', true)],
        responses: { 204: answer('As of that method.'), ...errors(400, 401, 404, 405, 409, 413, 415, 422) },
      },
      delete: {
        operationId: 'upload.cancelFile',
        tags: [TAG],
        summary: 'Cancel one file of an upload',
        parameters: FILE,
        responses: { 204: answer('Nothing of it is kept.'), ...errors(401, 404) },
      },
    },
  },
  schemas: {
    UploadStart: {
      ...object({ _files: { ...listOf(text), minItems: 1, maxItems: 1000, description: 'Names of the files.' } }),
      additionalProperties: false,
    },
    StartedUpload: object({
      _files: listOf(object({ _id: said('`<upload>/<name>`.', text), _href: said('Where its chunks go.', text) })),
    }),
    UploadState: object({ _files: listOf(ref('UploadedFile')) }),
    UploadedFile: object({
      _id: text,
      _href: text,
      _offset: said('Bytes that are there.', count),
      _fileSize: said('Null: not told yet.', nullable(count)),
      _md5: said('Hexadecimal; null: not checked yet.', nullable(text)),
      _complete: truth,
    }),
    CheckUploadBody: {
      ...object({
        _filesToValidate: said(
          'By the name of the file.',
          mapOf(object({ Item1: said('Size in bytes.', count), Item2: said('MD5, hexadecimal.', text) }, ['Item2'])),
        ),
      }),
      additionalProperties: false,
    },
  },
}

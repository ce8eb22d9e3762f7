import { registry } from '../../../registry.ts'
import { amazonS3 } from './amazon-s3.ts'
import { azureBlob } from './azure-blob.ts'
import { ftp } from './ftp.ts'
import { inline } from './inline.ts'
import { lazy } from './lazy.ts'
import type { FileSource } from './source.ts'
import { upload } from './upload.ts'
import { web } from './web.ts'

/** Every kind of descriptor in `_links._files`. */
export const fileSources = registry('file source', [
  inline,
  lazy,
  upload,
  amazonS3,
  azureBlob,
  web,
  ftp,
] as readonly FileSource[])

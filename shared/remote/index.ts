/** What a customer's bundle of components is written with: types, and the little it needs at run time. */
export type { Entity, EntityId, Envelope, ErrorObject, LinkValue } from '../envelope.ts'
export type {
  EnumValue,
  FieldSchema,
  FormData as RecordData,
  RelatedLabel,
  RemoteSchema,
  ValidationRules,
} from '../page.ts'
export { defineComponents, type PageComponentProps } from './components.ts'
export {
  type ChangedRecord,
  changeRecords,
  DataApiError,
  isConflict,
  readRecord,
  readRecords,
  type SeenRecord,
} from './data-api.ts'

import { literal, type MediaType } from '../catalog/catalog.ts'
import { keySql } from '../catalog/sql-names.ts'

/** Members that entities of media types with files have beside their fields. */
const MEMBERS = ['_url', '_playback_type', '_suffix', '_files'] as const
export type FileMember = (typeof MEMBERS)[number]

/** Members that are always there. */
export const PLAIN_FILE_MEMBERS: readonly FileMember[] = ['_url', '_playback_type']

export function isFileMember(type: MediaType, name: string): name is FileMember {
  return type.hasFile && (MEMBERS as readonly string[]).includes(name)
}

const FIRST = "f.state = 'complete' order by f.position, f.id limit 1"
const URL = "'/api/v1/download/file/' || f.id || '/' || f.encoded_name"
const WRITE: Readonly<Record<FileMember, (own: string) => string>> = {
  // of the first file that is there
  _url: (own) => `(select ${URL} from ${own} and ${FIRST})`,
  _playback_type: (own) => `(select f.playback_type from ${own} and ${FIRST})`,
  _suffix: (own) => `(select f.suffix from ${own} limit 1)`,
  _files: (own) => `(select json_build_object('values', coalesce(json_agg(json_build_object(
    '_id', f.id, '_filename', f.name, '_fileSize', f.size, '_md5', f.md5, '_state', f.state,
    '_url', case when f.state = 'complete' then ${URL} end) order by f.position, f.id), '[]')) from ${own})`,
}

/** The JSON-ready value of such a member, for the row at the alias. */
export function fileMemberSql(member: FileMember, type: MediaType, alias: string): string {
  return WRITE[member](
    `marquee_files f where f.media_type = ${literal(type.name)} and f.record_id = ${keySql(type, alias)}`,
  )
}

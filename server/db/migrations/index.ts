import type { Kysely } from 'kysely'
import type { Tables } from '../tables.ts'
import * as metadata from './0001-metadata.ts'
import * as foreignTables from './0002-foreign-tables.ts'
import * as history from './0003-history.ts'
import * as idempotency from './0004-idempotency.ts'
import * as systemMediaTypes from './0005-system-media-types.ts'
import * as imports from './0006-imports.ts'
import * as files from './0007-files.ts'
import * as uploads from './0008-uploads.ts'
import * as contentCriteria from './0010-content-criteria.ts'
import * as oauth from './0030-oauth.ts'
import * as administrationForms from './0040-administration-forms.ts'
import * as clientPermissions from './0050-client-permissions.ts'
import * as passwordResets from './0051-password-resets.ts'
import * as totp from './0052-totp.ts'
import * as passkeys from './0053-passkeys.ts'
import * as identities from './0054-identities.ts'
import * as signIns from './0055-sign-ins.ts'
import * as devices from './0056-devices.ts'
import * as permissionLists from './0057-permission-lists.ts'
import * as attempts from './0058-attempts.ts'
import * as signInsPage from './0059-sign-ins-page.ts'
import * as sourceIndexes from './0060-source-indexes.ts'
import * as fieldRuleLabels from './0061-field-rule-labels.ts'
import * as clientHelp from './0062-client-help.ts'
import * as presence from './0063-presence.ts'
import * as remotes from './0064-remotes.ts'
import * as membersOfGroups from './0066-members-of-groups.ts'
import * as componentTypes from './0067-component-types.ts'
import * as joiningTableHelp from './0073-joining-table-help.ts'

export interface Migration {
  readonly name: string
  readonly up: (db: Kysely<Tables>) => Promise<void>
}

/** Every migration, in the order they are applied; a static list, so that it bundles for every runtime. */
export const migrations: readonly Migration[] = [
  metadata,
  foreignTables,
  history,
  idempotency,
  systemMediaTypes,
  imports,
  files,
  uploads,
  contentCriteria,
  oauth,
  administrationForms,
  clientPermissions,
  passwordResets,
  totp,
  passkeys,
  identities,
  signIns,
  devices,
  permissionLists,
  attempts,
  signInsPage,
  sourceIndexes,
  fieldRuleLabels,
  clientHelp,
  presence,
  remotes,
  membersOfGroups,
  componentTypes,
  joiningTableHelp,
]

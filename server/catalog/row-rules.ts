/** Some records of a media type are there for who asks about oneself, and for nobody else without all rights. */
export interface RowRule {
  /** Boolean field that marks them. */
  readonly flag: string
}

/** Of the system's own media types, by name. Who administers is no business of who does not [AUTH30]. */
export const ROW_RULES: Readonly<Record<string, RowRule>> = { users: { flag: 'is_administrator' } }

export function rowRuleOf({ name, is_system: isSystem }: { readonly name: string; readonly is_system: boolean }) {
  return isSystem && Object.hasOwn(ROW_RULES, name) ? (ROW_RULES[name] as RowRule) : null
}

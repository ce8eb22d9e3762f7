import { openIdKind } from './openid.ts'

/**
 * Google. It says `email_verified` of addresses elsewhere too, which may have changed hands since: it answers for those
 * of its own and of the domains it hosts.
 */
export const google = openIdKind({
  isVerified: ({ email_verified: verified, hd }, email) =>
    verified === true && (email.toLowerCase().endsWith('@gmail.com') || (typeof hd === 'string' && hd !== '')),
})

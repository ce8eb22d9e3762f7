import { openIdKind } from './openid.ts'

const SHARED = /\/(?:common|organizations)\//
const TENANT = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const PLACE = '{tenantid}'

/**
 * Microsoft Entra ID. Asked for more than one tenant, it names itself with a place in it for the one that a token is of.
 * A tenant's administrators write what they like into `email`: it counts with the claim `xms_edov`, which says that the
 * tenant owns the domain.
 */
export const microsoft = openIdKind({
  named: (issuer) => issuer.replace(SHARED, `/${PLACE}/`),
  issuerOf: (issuer, { tid }) => {
    if (!SHARED.test(issuer)) return issuer
    return typeof tid === 'string' && TENANT.test(tid) ? issuer.replace(SHARED, `/${tid}/`) : null
  },
  isVerified: ({ xms_edov: owned }) => owned === true || owned === 'true' || owned === 1 || owned === '1',
})

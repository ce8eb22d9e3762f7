import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/browser'

/** Fetched when a passkey is used, which few visits do. */
const library = () => import('@simplewebauthn/browser')

/** Browsers offer passkeys to pages that came over https, or from this machine, and to hosts that have a name. */
export function canUsePasskeys(host: string = location.hostname): boolean {
  return 'PublicKeyCredential' in window && !isAddress(host)
}

export function isAddress(host: string): boolean {
  return host.startsWith('[') || /^[\d.]+$/.test(host)
}

/** Whether the browser offers passkeys where the user name is filled in. */
export async function fillsInPasskeys(): Promise<boolean> {
  return canUsePasskeys() && (await library()).browserSupportsWebAuthnAutofill()
}

/** Has the browser make a passkey. @throws {Error} with a text for whoever sits in front of it */
export async function madePasskey(options: PublicKeyCredentialCreationOptionsJSON): Promise<RegistrationResponseJSON> {
  try {
    return await (await library()).startRegistration({ optionsJSON: options })
  } catch (error) {
    throw new Error(explain(error), { cause: error })
  }
}

/** Has the browser answer with a passkey. @throws {Error} with a text for whoever sits in front of it */
export async function usedPasskey(options: PublicKeyCredentialRequestOptionsJSON): Promise<AuthenticationResponseJSON> {
  try {
    return await (await library()).startAuthentication({ optionsJSON: options })
  } catch (error) {
    throw new Error(explain(error), { cause: error })
  }
}

/** Waits until a passkey is chosen where the user name is filled in; null when that comes to nothing. */
export async function filledInPasskey(
  options: PublicKeyCredentialRequestOptionsJSON,
): Promise<AuthenticationResponseJSON | null> {
  try {
    return await (await library()).startAuthentication({ optionsJSON: options, useBrowserAutofill: true })
  } catch {
    return null
  }
}

/** Ends what the browser is asked, if it is. */
export async function stopAsking(): Promise<void> {
  const { WebAuthnAbortService } = await library()
  WebAuthnAbortService.cancelCeremony()
}

/** Has authenticators drop a passkey that the server does not have (WebAuthn, section 5.1.10), where the browser can. */
export async function dropPasskey(rpId: string | undefined, credentialId: string): Promise<void> {
  if (rpId === undefined || !('PublicKeyCredential' in window)) return
  if (!('signalUnknownCredential' in PublicKeyCredential)) return
  const signal = { signalName: 'unknownCredential', rpID: rpId, credentialID: credentialId } as const
  await (await library()).sendSignal(signal).catch(() => undefined)
}

/** What WebAuthn's errors mean for a person (WebAuthn, sections 5.1.3 and 5.1.4). */
const TEXTS: Readonly<Record<string, string>> = {
  NotAllowedError: 'It was cancelled, or took too long.',
  AbortError: 'It was cancelled.',
  InvalidStateError: 'This device holds a passkey of yours already.',
  SecurityError: 'Passkeys do not work at this address: open Marquee at its own.',
  ConstraintError: 'This device cannot check who you are: set up a PIN, fingerprint or face on it first.',
  NotSupportedError: 'This device cannot make such a passkey.',
}

function explain(error: unknown): string {
  const name = error instanceof Error ? error.name : ''
  return TEXTS[name] ?? 'The browser could not use a passkey.'
}

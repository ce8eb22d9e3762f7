import { ConsentsSection } from './consents-section.tsx'
import { DevicesSection } from './devices-section.tsx'
import { FactorSection } from './factor-section.tsx'
import { PasskeysSection } from './passkeys-section.tsx'
import { PasswordSection } from './password-section.tsx'
import { ProfileSection } from './profile-section.tsx'
import { hasProviders, ProvidersSection } from './providers-section.tsx'
import type { AccountSection } from './section.ts'
import { SessionsSection } from './sessions-section.tsx'

/** What the account page shows, in this order. */
export const SECTIONS: readonly AccountSection[] = [
  { key: 'profile', title: 'Profile', Content: ProfileSection },
  { key: 'password', title: 'Password', Content: PasswordSection },
  { key: 'passkeys', title: 'Passkeys', Content: PasskeysSection },
  { key: 'second-factor', title: 'Second factor', Content: FactorSection },
  {
    key: 'linked-accounts',
    title: 'Linked accounts',
    about: 'Accounts elsewhere that sign you in here.',
    appears: hasProviders,
    Content: ProvidersSection,
  },
  { key: 'sessions', title: 'Sessions', about: 'Where you are signed in.', Content: SessionsSection },
  {
    key: 'applications',
    title: 'Applications',
    about: 'What you allowed to act for you.',
    Content: ConsentsSection,
  },
  {
    key: 'devices',
    title: 'Devices',
    about: 'Screens and boxes without a browser of their own, paired by a code.',
    Content: DevicesSection,
  },
]

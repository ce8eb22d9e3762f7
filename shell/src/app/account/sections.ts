import { FactorSection } from './factor-section.tsx'
import { PasswordSection } from './password-section.tsx'
import { ProfileSection } from './profile-section.tsx'
import { hasProviders, ProvidersSection } from './providers-section.tsx'
import type { AccountSection } from './section.ts'

/** What the account page shows, in this order. */
export const SECTIONS: readonly AccountSection[] = [
  { key: 'profile', title: 'Profile', Content: ProfileSection },
  { key: 'password', title: 'Password', Content: PasswordSection },
  { key: 'second-factor', title: 'Second factor', Content: FactorSection },
  { key: 'linked-accounts', title: 'Linked accounts', appears: hasProviders, Content: ProvidersSection },
]

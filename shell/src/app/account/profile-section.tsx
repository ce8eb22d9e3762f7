import { Alert, Button, Input } from 'antd'
import { useId, useState } from 'react'
import { useOutletContext } from 'react-router'
import type { UserProfile } from '../../../../shared/session.ts'
import { changeProfile, loadCurrentUser } from '../../api/session.ts'
import { showToast } from '../../interaction/toasts.tsx'
import { useLoaded } from '../../interaction/use-loaded.ts'
import { useSubmit } from '../../interaction/use-submit.ts'
import { useProof } from '../../sign-ins/use-proof.tsx'
import { SectionState } from '../../states/section-state.tsx'
import type { MenuState } from '../layout.tsx'
import { useSession } from '../session.tsx'
import { languageChoices } from './language-choices.ts'
import type { SectionProps } from './section.ts'

export function ProfileSection({ revision }: SectionProps) {
  const profile = useLoaded(loadCurrentUser, revision)
  return <SectionState of={profile}>{(value) => <ProfileForm profile={value} onSaved={profile.reload} />}</SectionState>
}

function ProfileForm({ profile, onSaved }: { readonly profile: UserProfile; readonly onSaved: () => void }) {
  const id = useId()
  const { signedIn } = useSession()
  const menu = useOutletContext<MenuState>()
  const [name, setName] = useState(profile.name)
  const [email, setEmail] = useState(profile.email ?? '')
  const [language, setLanguage] = useState(profile.preferences.language ?? '')
  const { fields, prove } = useProof(profile.username)
  const address = email.trim() === '' ? null : email.trim()
  const moves = address !== profile.email
  const { busy, problem, submit } = useSubmit(async () => {
    const change = { name, email: address, preferences: { language: language === '' ? null : language } }
    const sent = await (moves ? prove((proof) => changeProfile(change, proof)) : plain(changeProfile(change)))
    if (sent === null) return
    signedIn(sent.result)
    // its titles are in the chosen language
    menu.retry()
    onSaved()
    showToast({ text: 'Your profile is saved.' })
  })
  return (
    <form className="mq-account-form" onSubmit={submit} aria-label="Profile">
      {problem !== null && <Alert type="error" showIcon title={problem} role="alert" />}
      <p className="mq-muted">
        User name <strong>{profile.username}</strong>
        {profile.groups.length > 0 && (
          <>
            {' '}
            · {profile.groups.length === 1 ? 'Group' : 'Groups'} {profile.groups.map((group) => group.name).join(', ')}
          </>
        )}
      </p>
      <label htmlFor={`${id}name`}>Name</label>
      <Input
        id={`${id}name`}
        autoComplete="name"
        required
        maxLength={200}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <label htmlFor={`${id}email`}>E-mail address</label>
      <Input
        id={`${id}email`}
        type="email"
        autoComplete="email"
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      {moves && fields}
      <label htmlFor={`${id}language`}>Language</label>
      <select
        id={`${id}language`}
        className="mq-select"
        value={language}
        onChange={(event) => setLanguage(event.target.value)}
      >
        <option value="">Same as the browser</option>
        {languageChoices(profile.preferences.language).map((choice) => (
          <option key={choice.tag} value={choice.tag}>
            {choice.name}
          </option>
        ))}
      </select>
      <Button htmlType="submit" loading={busy}>
        Save profile
      </Button>
    </form>
  )
}

async function plain<T>(sent: Promise<T>): Promise<{ readonly result: T }> {
  return { result: await sent }
}

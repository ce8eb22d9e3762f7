import { Alert, Button, Input, type InputRef } from 'antd'
import { useEffect, useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import { askForLink } from '../api/passwords.ts'
import { useSubmit } from '../interaction/use-submit.ts'
import { useTitle } from '../routing/use-title.ts'
import { SignInCard } from './sign-in-card.tsx'

/** Has a link mailed that sets a new password. */
export function ForgotPasswordPage() {
  const id = useId()
  const [name, setName] = useState('')
  const [asked, setAsked] = useState(false)
  const first = useRef<InputRef>(null)
  const { busy, problem, submit } = useSubmit(async () => {
    await askForLink(name.trim())
    setAsked(true)
  })
  useTitle('Forgot password')
  useEffect(() => first.current?.focus(), [])

  return (
    <SignInCard heading="Forgot your password?" about="A mailed link lets you choose a new one.">
      {asked ? (
        <p role="status">
          If there is such an account with an e-mail address, a link is on its way there. It works once, for half an
          hour. Nothing came? Look into the spam folder, or ask an administrator.
        </p>
      ) : (
        <form className="mq-login-form" data-short onSubmit={submit} aria-label="Ask for a link">
          {problem !== null && <Alert type="error" showIcon title={problem} role="alert" />}
          <label htmlFor={id}>User name or e-mail address</label>
          <Input
            id={id}
            ref={first}
            name="username"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            required
            size="large"
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
          <Button type="primary" htmlType="submit" size="large" block loading={busy}>
            Send the link
          </Button>
        </form>
      )}
      <p className="mq-login-other">
        <Link to="/login">Back to sign-in</Link>
      </p>
    </SignInCard>
  )
}

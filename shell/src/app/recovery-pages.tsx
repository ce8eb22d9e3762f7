import { type ComponentType, Suspense } from 'react'
import { lazyPart } from '../interaction/lazy-part.ts'

/** Pages that few people ever open come in files of their own. */
function ownFile(load: () => Promise<ComponentType>): ComponentType {
  const Page = lazyPart(load)
  return () => (
    <Suspense fallback={<div className="mq-boot" role="status" aria-label="Loading" />}>
      <Page />
    </Suspense>
  )
}

export const ForgotPassword = ownFile(() => import('./forgot-password-page.tsx').then((m) => m.ForgotPasswordPage))
export const ResetPassword = ownFile(() => import('./reset-password-page.tsx').then((m) => m.ResetPasswordPage))

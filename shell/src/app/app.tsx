import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { ConfirmProvider } from '../interaction/confirm.tsx'
import { Toasts } from '../interaction/toasts.tsx'
import { NotFound } from '../page/not-found.tsx'
import { PageRoute } from '../page/page-route.tsx'
import { Bundles } from '../remotes/routes.tsx'
import { Account, Pair } from './account/routes.tsx'
import { Layout } from './layout.tsx'
import { LoginPage } from './login-page.tsx'
import { ForgotPassword, ResetPassword } from './recovery-pages.tsx'
import { RouteCrash } from './route-crash.tsx'
import { SessionProvider } from './session.tsx'
import { SessionGate } from './session-gate.tsx'
import { StartPage } from './start/start-page.tsx'
import { ThemeProvider } from './theme-provider.tsx'

const router = createBrowserRouter([
  {
    ErrorBoundary: RouteCrash,
    children: [
      { path: '/login', Component: LoginPage },
      { path: '/forgot-password', Component: ForgotPassword },
      { path: '/reset-password', Component: ResetPassword },
      {
        Component: SessionGate,
        children: [
          { path: '/pair', Component: Pair },
          {
            Component: Layout,
            children: [
              { index: true, Component: StartPage },
              { path: 'p/:pageKey/:itemId?', Component: PageRoute },
              { path: 'account', Component: Account },
              { path: 'bundles', Component: Bundles },
              { path: '*', Component: NotFound },
            ],
          },
        ],
      },
    ],
  },
])

export function App() {
  return (
    <ThemeProvider>
      <ConfirmProvider>
        <SessionProvider>
          <RouterProvider router={router} />
        </SessionProvider>
      </ConfirmProvider>
      <Toasts />
    </ThemeProvider>
  )
}

/** A person and a key, as browsers show passkeys. */
export function PasskeyIcon() {
  return (
    <svg viewBox="0 0 24 24" width="1.15em" height="1.15em" fill="currentColor" aria-hidden="true">
      <circle cx="9.5" cy="7" r="4" />
      <path d="M2 20c0-4 3.2-6.5 7.5-6.5 1.3 0 2.5.2 3.5.7a4.6 4.6 0 0 0 2 3.6V20z" />
      <path d="M18.5 9.5a3.5 3.5 0 0 1 1.2 6.8V17l1 1-1 1 1 1.2-2.2 2.3-1.2-1.2v-5a3.5 3.5 0 0 1 1.2-6.8zm0 1.8a1.2 1.2 0 1 0 0 2.4 1.2 1.2 0 0 0 0-2.4z" />
    </svg>
  )
}

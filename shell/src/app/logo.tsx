export function Logo() {
  return (
    <svg className="mq-logo" viewBox="0 0 32 32" width="22" height="22" aria-hidden="true">
      <rect width="32" height="32" rx="7" fill="var(--accent)" />
      <path d="M7 23V9h3.6L16 17.2 21.4 9H25v14h-3.8v-7.6l-4 6h-2.4l-4-6V23z" fill="#fff" />
    </svg>
  )
}

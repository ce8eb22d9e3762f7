import { Button } from 'antd'
import type { ReactNode } from 'react'
import { showToast } from '../interaction/toasts.tsx'

interface CopyButtonProps {
  readonly text: string
  readonly icon: ReactNode
  readonly children: string
}

/** Puts a text on the clipboard, and says whether it did: a page that came without https has none. */
export function CopyButton({ text, icon, children }: CopyButtonProps) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      showToast({ text: 'Copied.' })
    } catch {
      showToast({ text: 'The browser does not let this page copy: select the text instead.', tone: 'error' })
    }
  }
  return (
    <Button icon={icon} onClick={() => void copy()}>
      {children}
    </Button>
  )
}

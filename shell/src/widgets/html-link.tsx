import { type Editor, useEditorState } from '@tiptap/react'
import { Button, Input, Popover } from 'antd'
import { type ReactNode, useState } from 'react'
import { isWebAddress } from './web-address.ts'

interface HtmlLinkProps {
  readonly editor: Editor
  readonly icon: ReactNode
  readonly stop: { readonly tabIndex: number; readonly onFocus: () => void }
}

/** Sets, changes or takes away the link of the selected text. */
export function HtmlLink({ editor, icon, stop }: HtmlLinkProps) {
  const [open, setOpen] = useState(false)
  const [address, setAddress] = useState('')
  const linked = useEditorState({ editor, selector: ({ editor: current }) => current.isActive('link') })
  const onOpen = (next: boolean) => {
    if (next) setAddress((editor.getAttributes('link').href as string | undefined) ?? 'https://')
    setOpen(next)
  }
  const apply = () => {
    if (!isWebAddress(address)) return
    editor.chain().focus().extendMarkRange('link').setLink({ href: address }).run()
    setOpen(false)
  }
  const remove = () => {
    editor.chain().focus().extendMarkRange('link').unsetLink().run()
    setOpen(false)
  }
  const content = (
    <div className="mq-html-link">
      <Input
        aria-label="Address"
        value={address}
        autoFocus
        onChange={(event) => setAddress(event.target.value)}
        onPressEnter={apply}
      />
      <Button type="primary" disabled={!isWebAddress(address)} onClick={apply}>
        Apply
      </Button>
      {linked && <Button onClick={remove}>Remove</Button>}
    </div>
  )
  return (
    <Popover trigger="click" open={open} onOpenChange={onOpen} content={content} placement="bottomLeft" destroyOnHidden>
      <button
        type="button"
        title="Link"
        aria-label="Link"
        aria-pressed={linked}
        {...stop}
        onMouseDown={(event) => event.preventDefault()}
      >
        {icon}
      </button>
    </Popover>
  )
}

import '../styles/html-editor.css'
import { EditorContent, useEditor } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import DOMPurify from 'dompurify'
import { useEffect, useRef, useState } from 'react'
import { lostTags } from './html-tags.ts'
import { HtmlToolbar } from './html-toolbar.tsx'
import type { WidgetProps } from './widget.ts'

/** Rich text (`editor-field`). What comes in is cleaned before it is shown, what goes out before it is a value. */
export function HtmlWidget(props: WidgetProps) {
  const { id, labelId, value, disabled, invalid, describedBy, onChange, field } = props
  const html = typeof value === 'string' ? value : ''
  const own = useRef(html)
  const [arrived, setArrived] = useState(html)
  const editor = useEditor({
    extensions: [StarterKit.configure({ link: { openOnClick: false, defaultProtocol: 'https' }, trailingNode: false })],
    content: clean(html),
    editable: !disabled,
    // The editor's own sheet would be an inline style element in the head; ours is in html-editor.css.
    injectCSS: false,
    editorProps: {
      transformPastedHTML: clean,
      attributes: {
        id,
        role: 'textbox',
        class: 'mq-html-text',
        'aria-multiline': 'true',
        'aria-labelledby': labelId,
        ...(field.required ? { 'aria-required': 'true' } : {}),
        ...(invalid ? { 'aria-invalid': 'true' } : {}),
        ...(describedBy === undefined ? {} : { 'aria-describedby': describedBy }),
      },
    },
    onUpdate: ({ editor: current }) => {
      own.current = current.isEmpty ? '' : clean(current.getHTML())
      onChange(own.current === '' ? null : own.current)
    },
  })

  useEffect(() => {
    // Only a value that came from elsewhere (a reload) replaces the text; one's own echo would move the caret.
    if (html === own.current) return
    own.current = html
    setArrived(html)
    editor?.commands.setContent(clean(html), { emitUpdate: false })
  }, [editor, html])

  useEffect(() => {
    editor?.setEditable(!disabled, false)
  }, [editor, disabled])

  const lost = editor !== null && html !== '' && html === arrived ? lostTags(html, editor.getHTML()) : []

  return (
    <div className="mq-html" data-invalid={invalid} data-disabled={disabled}>
      {editor && !disabled && <HtmlToolbar editor={editor} label={field.label} />}
      <EditorContent editor={editor} />
      {lost.length > 0 && !disabled && (
        <p className="mq-html-lost" role="note">
          This text also holds what cannot be shown here ({lost.join(', ')}). It stays as it is unless you edit the
          text.
        </p>
      )}
    </div>
  )
}

function clean(html: string): string {
  return DOMPurify.sanitize(html, { USE_PROFILES: { html: true }, FORBID_TAGS: ['style'], FORBID_ATTR: ['style'] })
}

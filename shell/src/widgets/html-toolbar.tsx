import {
  BoldOutlined,
  ClearOutlined,
  CodeOutlined,
  ItalicOutlined,
  LinkOutlined,
  OrderedListOutlined,
  RedoOutlined,
  StrikethroughOutlined,
  UndoOutlined,
  UnorderedListOutlined,
} from '@ant-design/icons'
import { type Editor, useEditorState } from '@tiptap/react'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { HtmlLink } from './html-link.tsx'

interface Tool {
  readonly label: string
  readonly face: ReactNode
  readonly run: (editor: Editor) => void
  readonly on?: (editor: Editor) => boolean
}

const TOOLS: readonly Tool[] = [
  {
    label: 'Bold',
    face: <BoldOutlined />,
    run: (e) => e.chain().focus().toggleBold().run(),
    on: (e) => e.isActive('bold'),
  },
  {
    label: 'Italic',
    face: <ItalicOutlined />,
    run: (e) => e.chain().focus().toggleItalic().run(),
    on: (e) => e.isActive('italic'),
  },
  {
    label: 'Strike through',
    face: <StrikethroughOutlined />,
    run: (e) => e.chain().focus().toggleStrike().run(),
    on: (e) => e.isActive('strike'),
  },
  {
    label: 'Code',
    face: <CodeOutlined />,
    run: (e) => e.chain().focus().toggleCode().run(),
    on: (e) => e.isActive('code'),
  },
  {
    label: 'H2 heading',
    face: 'H2',
    run: (e) => e.chain().focus().toggleHeading({ level: 2 }).run(),
    on: (e) => e.isActive('heading', { level: 2 }),
  },
  {
    label: 'H3 heading',
    face: 'H3',
    run: (e) => e.chain().focus().toggleHeading({ level: 3 }).run(),
    on: (e) => e.isActive('heading', { level: 3 }),
  },
  {
    label: 'Bulleted list',
    face: <UnorderedListOutlined />,
    run: (e) => e.chain().focus().toggleBulletList().run(),
    on: (e) => e.isActive('bulletList'),
  },
  {
    label: 'Numbered list',
    face: <OrderedListOutlined />,
    run: (e) => e.chain().focus().toggleOrderedList().run(),
    on: (e) => e.isActive('orderedList'),
  },
  {
    label: '” quotation',
    face: '”',
    run: (e) => e.chain().focus().toggleBlockquote().run(),
    on: (e) => e.isActive('blockquote'),
  },
  {
    label: 'Clear formatting',
    face: <ClearOutlined />,
    run: (e) => e.chain().focus().clearNodes().unsetAllMarks().run(),
  },
  { label: 'Undo', face: <UndoOutlined />, run: (e) => e.chain().focus().undo().run() },
  { label: 'Redo', face: <RedoOutlined />, run: (e) => e.chain().focus().redo().run() },
]

const KEYS: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
}

export function HtmlToolbar({ editor, label }: { readonly editor: Editor; readonly label: string }) {
  const pressed = useEditorState({
    editor,
    selector: ({ editor: current }) => TOOLS.map((tool) => tool.on?.(current) ?? null),
  })
  const [current, setCurrent] = useState(0)
  // One stop of the tab key, as of any toolbar: the arrow keys go from tool to tool.
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const tools = [...event.currentTarget.querySelectorAll<HTMLElement>(':scope > button')]
    const at = tools.indexOf(event.target as HTMLElement)
    const to = KEYS[event.key]?.(at, tools.length)
    if (at < 0 || to === undefined) return
    event.preventDefault()
    tools[to]?.focus()
  }
  const stop = (index: number) => ({ tabIndex: index === current ? 0 : -1, onFocus: () => setCurrent(index) })
  return (
    <div className="mq-html-tools" role="toolbar" aria-label={`Formatting of ${label}`} onKeyDown={move}>
      {TOOLS.map((tool, index) => (
        <button
          key={tool.label}
          type="button"
          title={tool.label}
          aria-label={tool.label}
          aria-pressed={pressed[index] ?? undefined}
          {...stop(index)}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => tool.run(editor)}
        >
          {tool.face}
        </button>
      ))}
      <HtmlLink editor={editor} icon={<LinkOutlined />} stop={stop(TOOLS.length)} />
    </div>
  )
}

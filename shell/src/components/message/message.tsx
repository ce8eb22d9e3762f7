import '../../styles/message.css'
import {
  CheckCircleOutlined,
  CloseOutlined,
  ExclamationCircleOutlined,
  InfoCircleOutlined,
  WarningOutlined,
} from '@ant-design/icons'
import { Button } from 'antd'
import DOMPurify from 'dompurify'
import { type ComponentType, type MouseEvent, useLayoutEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { PageComponentProps } from '../../../../shared/page.ts'
import type { MessageData, MessageSchema, MessageTone } from '../../../../shared/page-parts.ts'
import { readStored, writeStored } from '../../interaction/stored.ts'

const ICONS: Readonly<Record<MessageTone, ComponentType>> = {
  info: InfoCircleOutlined,
  success: CheckCircleOutlined,
  warning: WarningOutlined,
  error: ExclamationCircleOutlined,
}

const TONES: Readonly<Record<MessageTone, string>> = {
  info: 'Note',
  success: 'Good to know',
  warning: 'Mind this',
  error: 'Problem',
}

/** A text for whoever opens the page. Put away it stays away on this device, until it says something else. */
export function Message({ componentKey, pageKey, schema, data }: PageComponentProps<MessageData, MessageSchema>) {
  const key = `message:${pageKey}/${componentKey}`
  const said = JSON.stringify([data.title, data.html])
  const [away, setAway] = useState(() => readStored<string>(key))
  if (schema.dismissible && away === said) return <span data-away="" hidden />
  const Icon = ICONS[schema.tone] ?? InfoCircleOutlined
  const putAway = () => {
    writeStored(key, said)
    setAway(said)
  }
  return (
    <div className="mq-message" data-tone={schema.tone} role="note" aria-label={data.title ?? TONES[schema.tone]}>
      <span className="mq-message-icon" aria-hidden="true">
        <Icon />
      </span>
      <div className="mq-message-text">
        {data.title !== null && <strong>{data.title}</strong>}
        <Body html={data.html} />
      </div>
      {schema.dismissible && (
        <Button
          type="text"
          size="small"
          icon={<CloseOutlined />}
          aria-label="Do not show this message again"
          title="Do not show this again"
          onClick={putAway}
        />
      )}
    </div>
  )
}

/** The server has cleaned it, and so does the browser. Links within the application open without a new load of it. */
function Body({ html }: { readonly html: string }) {
  const box = useRef<HTMLDivElement>(null)
  const navigate = useNavigate()
  useLayoutEffect(() => {
    const clean = DOMPurify.sanitize(html, {
      USE_PROFILES: { html: true },
      ADD_ATTR: ['target'],
      RETURN_DOM_FRAGMENT: true,
    })
    box.current?.replaceChildren(clean)
  }, [html])
  const follow = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (link === null || event.defaultPrevented || event.metaKey || event.ctrlKey || event.shiftKey) return
    if (link.origin !== window.location.origin || link.target !== '' || !link.pathname.startsWith('/p/')) return
    event.preventDefault()
    void navigate(link.pathname + link.search + link.hash)
  }
  // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: the links in it are what is pressed, with the keyboard too.
  return <div ref={box} className="mq-message-body" onClick={follow} />
}

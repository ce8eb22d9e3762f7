import { CopyOutlined, DownloadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { saveFile } from '../interaction/save-file.ts'
import { CopyButton } from './copy-button.tsx'

interface RecoveryCodesProps {
  /** Why they are shown. */
  readonly about: string
  readonly codes: readonly string[]
  readonly onKept: () => void
}

/** Codes that are shown this once, with the ways to keep them. */
export function RecoveryCodes({ about, codes, onKept }: RecoveryCodesProps) {
  const lines = `${codes.join('\n')}\n`
  const download = () => saveFile(new Blob([lines], { type: 'text/plain' }), 'marquee-recovery-codes.txt')
  return (
    <div className="mq-login-form" data-short>
      <p role="alert">
        {about} Keep these recovery codes in a safe place: each lets you in once, should you lose the app. They are
        shown this once.
      </p>
      <ul className="mq-codes" aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="mq-codes-actions">
        <CopyButton text={lines} icon={<CopyOutlined aria-hidden="true" />}>
          Copy
        </CopyButton>
        <Button icon={<DownloadOutlined aria-hidden="true" />} onClick={download}>
          Download
        </Button>
      </div>
      <Button type="primary" size="large" block onClick={onKept}>
        I have kept them
      </Button>
    </div>
  )
}

import { DownloadOutlined } from '@ant-design/icons'
import { Input } from 'antd'
import { isFileAddress } from './web-address.ts'
import { inputProps, type WidgetProps } from './widget.ts'

export function FileWidget(props: WidgetProps) {
  const { value, onChange } = props
  const text = typeof value === 'string' ? value : ''
  const link = isFileAddress(text) && (
    <a href={text} target="_blank" rel="noreferrer" aria-label="Open the file" title="Open the file">
      <DownloadOutlined />
    </a>
  )
  return (
    <Input
      {...inputProps(props)}
      spellCheck={false}
      value={text}
      suffix={link || <span />}
      onChange={(event) => onChange(event.target.value === '' ? null : event.target.value)}
    />
  )
}

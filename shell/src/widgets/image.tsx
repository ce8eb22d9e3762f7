import { PictureOutlined } from '@ant-design/icons'
import { Input } from 'antd'
import { useState } from 'react'
import { isFileAddress } from './web-address.ts'
import { inputProps, type WidgetProps } from './widget.ts'

export function ImageWidget(props: WidgetProps) {
  const { value, onChange } = props
  const text = typeof value === 'string' ? value : ''
  return (
    <div className="mq-image">
      <Preview key={text} source={isFileAddress(text) ? text : null} label={props.field.label} />
      <Input
        {...inputProps(props)}
        spellCheck={false}
        placeholder="Address of the image"
        value={text}
        onChange={(event) => onChange(event.target.value === '' ? null : event.target.value)}
      />
    </div>
  )
}

function Preview({ source, label }: { readonly source: string | null; readonly label: string }) {
  const [broken, setBroken] = useState(false)
  if (source === null || broken) {
    return (
      <span className="mq-image-preview mq-image-none" title={broken ? 'The image could not be loaded' : 'No image'}>
        <PictureOutlined />
      </span>
    )
  }
  return (
    <a className="mq-image-preview" href={source} target="_blank" rel="noreferrer" title="Open in a new tab">
      <img src={source} alt={label} loading="lazy" onError={() => setBroken(true)} />
    </a>
  )
}

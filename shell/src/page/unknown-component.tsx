import { Alert } from 'antd'

export function UnknownComponent({ type }: { readonly type: string }) {
  return (
    <Alert
      type="warning"
      showIcon
      role="alert"
      title={`Nothing here can show a component of type “${type}”`}
      description="It is not built in, and no connected bundle offers it. The rest of the page is not affected."
    />
  )
}

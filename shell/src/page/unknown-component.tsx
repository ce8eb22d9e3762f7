import { Notice } from '../states/notice.tsx'

export function UnknownComponent({ type }: { readonly type: string }) {
  return (
    <Notice tone="warning" title={`Nothing here can show a component of type “${type}”`}>
      It is not built in, and no connected bundle offers it. The rest of the page is not affected.
    </Notice>
  )
}

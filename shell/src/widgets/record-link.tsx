import { ExportOutlined } from '@ant-design/icons'
import { Link } from 'react-router'
import { pageLink } from '../routing/links.ts'
import { usePage } from '../routing/page-context.ts'

interface RecordLinkProps {
  readonly pageKey: string
  readonly id: number | string
  readonly label: string
}

/** Opens the record a value names, on its own page. */
export function RecordLink({ pageKey, id, label }: RecordLinkProps) {
  const { asPrevious } = usePage()
  return (
    <Link
      className="mq-icon-link"
      to={pageLink(pageKey, id, asPrevious)}
      aria-label={`Open ${label}`}
      title={`Open ${label}`}
    >
      <ExportOutlined />
    </Link>
  )
}

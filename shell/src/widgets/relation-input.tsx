import { CloseOutlined } from '@ant-design/icons'
import { Link } from 'react-router'
import { pageLink } from '../routing/links.ts'
import { usePage } from '../routing/page-context.ts'
import { OrderedRecords } from './ordered-records.tsx'
import { RecordLink } from './record-link.tsx'
import { RecordSelect } from './record-select.tsx'
import { labelOf, readIds, relatedType } from './related-value.ts'
import { inputProps, type WidgetProps } from './widget.ts'

/** One record, several as tags, or several in an order of the user's. */
export function RelationInput({ remote, ...props }: WidgetProps & { readonly remote: boolean }) {
  const { field, value, labels, onChange } = props
  const { asPrevious } = usePage()
  const ids = readIds(value)
  const link = field.props.link
  const multiple = field.multiple === true
  const select = {
    type: relatedType(field),
    remote,
    input: inputProps(props),
    placeholder: remote ? 'Type to search' : 'Choose',
  }
  if (multiple && field.ordered) {
    return (
      <OrderedRecords
        {...select}
        field={field}
        ids={ids}
        labels={labels}
        disabled={props.disabled}
        onChange={onChange}
      />
    )
  }
  if (!multiple) {
    const id = ids[0]
    return (
      <div className="mq-with-action">
        <RecordSelect
          {...select}
          ids={ids}
          labels={labels}
          multiple={false}
          clearable={!field.required}
          onChange={(next, known) => onChange(next[0] ?? null, known)}
        />
        {link && id !== undefined && <RecordLink pageKey={link.pageKey} id={id} label={labelOf(labels, id)} />}
      </div>
    )
  }
  return (
    <RecordSelect
      {...select}
      ids={ids}
      labels={labels}
      multiple
      onChange={onChange}
      tag={({ id, label, onClose, closable }) => (
        <span className="mq-tag">
          {link ? (
            <Link to={pageLink(link.pageKey, id, asPrevious)} onMouseDown={(event) => event.stopPropagation()}>
              {label}
            </Link>
          ) : (
            label
          )}
          {closable && (
            <button
              type="button"
              tabIndex={-1}
              aria-label={`Remove ${label}`}
              onMouseDown={(event) => event.preventDefault()}
              onClick={onClose}
            >
              <CloseOutlined />
            </button>
          )}
        </span>
      )}
    />
  )
}

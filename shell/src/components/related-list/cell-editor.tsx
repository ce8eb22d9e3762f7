import { type KeyboardEvent, Suspense, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import type { FieldSchema, RelatedLabel } from '../../../../shared/page.ts'
import { widgetOf } from '../../widgets/index.ts'
import { WidgetBoundary } from '../form/widget-boundary.tsx'

/** Where the user goes from a cell: out of it, with what it held before, or to the cell before or after. */
export type Leave = 'stay' | 'cancel' | 'next' | 'previous' | 'away'

interface CellEditorProps {
  readonly field: FieldSchema
  readonly rowLabel: string
  readonly value: unknown
  readonly labels: readonly RelatedLabel[]
  readonly error: string | undefined
  readonly onChange: (value: unknown, labels?: readonly RelatedLabel[]) => void
  readonly onProblem: (problem: string | null) => void
  readonly onLeave: (leave: Leave) => void
}

/** What opens over the page and still belongs to the widget. */
const OVERLAYS = '.ant-select-dropdown, .ant-picker-dropdown, .ant-popover, .ant-color-picker, .ant-modal-root'

/** A field's widget in the place of its cell. Each change counts at once, so that a save finds it. */
export function CellEditor(props: CellEditorProps) {
  const { field, value, error, onLeave } = props
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const message = problem ?? error
  const { component: Widget } = widgetOf(field.widget)
  // What is no value yet is neither taken nor lost: the cell is left once it is one, or by Escape.
  const current = useRef({ onLeave, onProblem: props.onProblem, stuck: false })
  current.current = { onLeave, onProblem: props.onProblem, stuck: problem !== null }

  useEffect(() => {
    const outside = (event: PointerEvent) => {
      const target = event.target as Element
      if (box.current?.contains(target) || target.closest(OVERLAYS) !== null || current.current.stuck) return
      current.current.onLeave('away')
    }
    document.addEventListener('pointerdown', outside)
    return () => {
      document.removeEventListener('pointerdown', outside)
      if (current.current.stuck) current.current.onProblem(null)
    }
  }, [])

  const onKeyDown = (event: KeyboardEvent) => {
    // The keys are the widget's, not the grid's.
    event.stopPropagation()
    const unfolded = box.current?.querySelector('[aria-expanded="true"]') !== null
    const to = leavingBy(event, unfolded)
    if (to === null) return
    event.preventDefault()
    if (to === 'cancel' || problem === null) onLeave(to)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the widget inside is what is acted on.
    <div ref={box} className="mq-celledit" data-invalid={message !== undefined} onKeyDown={onKeyDown}>
      <label id={`${id}-label`} htmlFor={id} className="mq-unseen">
        {field.label}, {props.rowLabel}
      </label>
      <WidgetBoundary value={value}>
        <Suspense fallback={<div className="mq-widget-loading" />}>
          <Widget
            id={id}
            labelId={`${id}-label`}
            field={field}
            value={value ?? null}
            labels={props.labels}
            disabled={false}
            invalid={message !== undefined}
            describedBy={message === undefined ? undefined : `${id}-error`}
            onChange={props.onChange}
            onProblem={(next) => {
              setProblem(next)
              props.onProblem(next)
            }}
          />
          <FocusInput />
        </Suspense>
      </WidgetBoundary>
      {message !== undefined && (
        <span id={`${id}-error`} className="mq-celledit-error" role="alert">
          {message}
        </span>
      )}
    </div>
  )
}

/** Where a key leads; null: it is the widget's. */
function leavingBy({ key, shiftKey }: KeyboardEvent, unfolded: boolean): Leave | null {
  if (key === 'Tab') return shiftKey ? 'previous' : 'next'
  if (key === 'F2') return 'stay'
  if (unfolded) return null
  if (key === 'Escape') return 'cancel'
  return key === 'Enter' ? 'stay' : null
}

/** Puts the focus into the widget as soon as it is there, which may be after its file was loaded. */
function FocusInput() {
  const mark = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const input = mark.current?.parentElement?.querySelector<HTMLElement>('input, textarea, button, [tabindex]')
    input?.focus()
    if (input instanceof HTMLInputElement && input.type === 'text') input.select()
  }, [])
  return <span ref={mark} hidden />
}

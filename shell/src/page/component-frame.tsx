import { Suspense, useCallback, useEffect, useState } from 'react'
import type { PageComponentProps } from '../../../shared/page.ts'
import { NOT_BUILT_TYPES } from '../../../shared/page-parts.ts'
import { requestIdOf } from '../api/api-error.ts'
import { components } from '../components/index.ts'
import { markDirty } from '../interaction/dirty.ts'
import { RemoteComponent } from '../remotes/index.ts'
import { usePage } from '../routing/page-context.ts'
import { ComponentBoundary } from './component-boundary.tsx'
import { dirtyKeyOf } from './dirty-key.ts'
import type { PairedComponent } from './pair-components.ts'
import { UnknownComponent } from './unknown-component.tsx'

/** Finds the component's renderer, gives it its props, and keeps its failures to itself. */
export function ComponentFrame({
  component,
  titled,
}: {
  readonly component: PairedComponent
  readonly titled: boolean
}) {
  const { schema, data } = component
  const page = usePage()
  const [attempt, setAttempt] = useState(0)
  const dirtyKey = dirtyKeyOf(page, schema.key)
  const setDirty = useCallback((dirty: boolean) => markDirty(dirtyKey, dirty), [dirtyKey])
  useEffect(() => () => markDirty(dirtyKey, false), [dirtyKey])
  const Component = components.get(schema.type)
  const pageIds = itemIds(page.itemId)
  const props: PageComponentProps = {
    componentKey: schema.key,
    ...(schema.title ? { title: schema.title } : {}),
    schema: schema.schema,
    data,
    pageKey: page.pageKey,
    ...(pageIds.length > 0 ? { pageIds } : {}),
    ...(pageIds.length > 1 ? { isBulkEdit: true } : {}),
    setDirty,
  }
  const headingId = `component-${schema.key}`
  return (
    <section
      className="mq-component"
      data-component={schema.key}
      data-type={schema.type}
      {...(titled && schema.title ? { 'aria-labelledby': headingId } : { 'aria-label': schema.title || schema.key })}
    >
      {titled && schema.title && <h2 id={headingId}>{schema.title}</h2>}
      <ComponentBoundary
        key={attempt}
        title={schema.title || schema.key}
        onRetry={() => setAttempt(attempt + 1)}
        requestIdOf={requestIdOf}
      >
        <Suspense fallback={<div className="mq-component-loading" role="status" aria-label="Loading" />}>
          {Component ? (
            <Component {...props} />
          ) : NOT_BUILT_TYPES.includes(schema.type) ? (
            <UnknownComponent type={schema.type} />
          ) : (
            <RemoteComponent type={schema.type} props={props} unknown={<UnknownComponent type={schema.type} />} />
          )}
        </Suspense>
      </ComponentBoundary>
    </section>
  )
}

function itemIds(itemId: string | undefined): number[] {
  return itemId !== undefined && /^\d+(,\d+)*$/.test(itemId) ? itemId.split(',').map(Number) : []
}

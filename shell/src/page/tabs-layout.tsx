import { useEffect, useState } from 'react'
import { useEditSums, usePageEdits } from '../edits/page-edits.ts'
import { TabPanel, TabStrip } from '../interaction/tab-strip.tsx'
import { usePage } from '../routing/page-context.ts'
import { ComponentFrame } from './component-frame.tsx'
import type { PairedComponent } from './pair-components.ts'

/**
 * Components side by side as tabs; one once opened stays mounted, so that its edits do. A new record's are there from
 * the start, since all of them may have a part in making it.
 */
export function TabsLayout({ components }: { readonly components: readonly PairedComponent[] }) {
  const edits = usePageEdits()
  const { parts } = useEditSums()
  const { itemId } = usePage()
  const [active, setActive] = useState(components[0]?.schema.key ?? '')
  useEffect(() => edits.onReveal(setActive), [edits])
  useEffect(() => {
    edits.setInSight(active)
    return () => edits.setInSight(null)
  }, [edits, active])
  const tabs = components.map(({ schema: { key, title } }) => {
    const { changes = 0, problems = 0 } = parts.get(key) ?? {}
    return { key, title, changed: changes > 0, errors: problems }
  })
  return (
    <>
      <TabStrip id="page" label="Page sections" tabs={tabs} active={active} onChange={setActive} />
      {components.map((component) => (
        <TabPanel
          key={component.schema.key}
          id="page"
          tab={component.schema.key}
          active={active}
          early={itemId === 'new'}
        >
          <ComponentFrame component={component} titled={false} />
        </TabPanel>
      ))}
    </>
  )
}

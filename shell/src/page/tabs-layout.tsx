import { useState } from 'react'
import { TabPanel, TabStrip } from '../interaction/tab-strip.tsx'
import { ComponentFrame } from './component-frame.tsx'
import type { PairedComponent } from './pair-components.ts'

/** Components side by side as tabs; one once opened stays mounted, so that its edits do. */
export function TabsLayout({ components }: { readonly components: readonly PairedComponent[] }) {
  const [active, setActive] = useState(components[0]?.schema.key ?? '')
  const tabs = components.map(({ schema }) => ({ key: schema.key, title: schema.title }))
  return (
    <>
      <TabStrip id="page" label="Page sections" tabs={tabs} active={active} onChange={setActive} />
      {components.map((component) => (
        <TabPanel key={component.schema.key} id="page" tab={component.schema.key} active={active}>
          <ComponentFrame component={component} titled={false} />
        </TabPanel>
      ))}
    </>
  )
}

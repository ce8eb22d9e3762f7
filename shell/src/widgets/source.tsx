import { TreeSelect } from 'antd'
import { useEffect, useState } from 'react'
import type { SourceNode } from '../../../shared/page.ts'
import { isAbort } from '../api/api-error.ts'
import { loadSources } from '../api/display.ts'
import { labelOf, readIds } from './related-value.ts'
import { inputProps, type WidgetProps } from './widget.ts'

interface TreeNode {
  readonly value: number
  readonly title: string
  readonly children: TreeNode[]
}

export function SourceWidget(props: WidgetProps) {
  const { field, value, labels, onChange } = props
  const [tree, setTree] = useState<TreeNode[] | null>(null)
  const [failed, setFailed] = useState(false)
  const [asked, setAsked] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each time it is asked for anew
  useEffect(() => {
    const abort = new AbortController()
    setFailed(false)
    loadSources(abort.signal).then(
      (nodes) => setTree(nodes.map(toTree)),
      (error: unknown) => {
        if (!isAbort(error)) setFailed(true)
      },
    )
    return () => abort.abort()
  }, [asked])
  const id = readIds(value)[0] ?? null
  // Until the tree is there, the label that came with the record stands for its own node.
  const standIn = id === null ? [] : [{ value: id, title: labelOf(labels, id), children: [] }]
  return (
    <TreeSelect
      {...inputProps(props)}
      className="mq-fill"
      allowClear={field.props.allowClear !== false && !field.required}
      showSearch={{ treeNodeFilterProp: 'title' }}
      placeholder="Choose"
      treeLine
      treeDefaultExpandAll
      loading={tree === null && !failed}
      onOpenChange={(open) => {
        if (open && failed) setAsked((times) => times + 1)
      }}
      notFoundContent={failed ? 'The sources could not be loaded' : 'No sources'}
      treeData={tree ?? standIn}
      value={id}
      onChange={(next: number | null | undefined) =>
        onChange(next ?? null, next == null || tree === null ? [] : [{ id: next, label: titleIn(tree, next) }])
      }
    />
  )
}

function toTree(node: SourceNode): TreeNode {
  return { value: node.id, title: node.title, children: node.children.map(toTree) }
}

function titleIn(nodes: readonly TreeNode[], id: number): string {
  for (const node of nodes) {
    const title = node.value === id ? node.title : titleIn(node.children, id)
    if (title !== '') return title
  }
  return ''
}

import { Modal } from 'antd'
import type { MergeQuestion } from './use-merge.ts'

export function MergeDialog({ question }: { readonly question: MergeQuestion }) {
  return <Modal open onCancel={() => question.answer(null)} onOk={() => question.answer(new Set())} />
}

import { Button } from 'antd'
import type { WhyQuestion } from '../api/explain.ts'
import { askWhy } from './asked.ts'

/** Beside whatever is withheld: opens what withholds it. */
export function WhyLink({ label = 'Why can’t I?', ...question }: WhyQuestion & { readonly label?: string }) {
  return (
    <Button type="link" size="small" className="mq-why" aria-haspopup="dialog" onClick={() => askWhy(question)}>
      {label}
    </Button>
  )
}

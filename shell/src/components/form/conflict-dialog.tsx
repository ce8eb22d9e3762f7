import { Button, Modal } from 'antd'
import { useMemo } from 'react'
import type { FieldSchema, FormData } from '../../../../shared/page.ts'
import { Cell } from '../../cells/cell.tsx'
import { type Difference, differences } from './conflict.ts'
import { type FormState, labelsOf } from './form-state.ts'
import type { ConflictChoice } from './use-save.ts'

interface ConflictDialogProps {
  readonly state: FormState
  readonly fresh: FormData
  readonly fields: readonly FieldSchema[]
  readonly onChoice: (choice: ConflictChoice) => void
}

/** The record moved on while it was edited here: shows both sides and lets the user decide. */
export function ConflictDialog({ state, fresh, fields, onChoice }: ConflictDialogProps) {
  const rows = useMemo(() => differences(state, fresh, fields), [state, fresh, fields])
  return (
    <Modal
      open
      width={720}
      title="This record was changed by someone else while you were editing"
      mask={{ closable: false }}
      onCancel={() => onChoice('cancel')}
      data-testid="conflict-dialog"
      footer={
        <div className="mq-conflict-choices">
          <Button onClick={() => onChoice('cancel')}>Cancel</Button>
          <Button danger onClick={() => onChoice('takeTheirs')}>
            Discard my edits and load theirs
          </Button>
          <Button type="primary" onClick={() => onChoice('keepMine')}>
            Keep my edits on top of the new version
          </Button>
        </div>
      }
    >
      <p className="mq-muted">
        Nothing is saved or lost yet. With your edits kept, you can look them over and save again; fields that only they
        changed become theirs.
      </p>
      {rows.length === 0 ? (
        <p>The fields shown here are the same in both versions.</p>
      ) : (
        <Rows rows={rows} state={state} fresh={fresh} />
      )}
    </Modal>
  )
}

function Rows({
  rows,
  state,
  fresh,
}: {
  readonly rows: readonly Difference[]
  readonly state: FormState
  readonly fresh: FormData
}) {
  return (
    <div className="mq-conflict-table">
      <table>
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Your value</th>
            <th scope="col">Their value</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ field, mine, theirs, changedBy }) => (
            <tr key={field.name} data-field={field.name} data-changed-by={changedBy}>
              <th scope="row">
                {field.label}
                <span className="mq-conflict-who">{WHO[changedBy]}</span>
              </th>
              <td data-winner={changedBy !== 'them'}>
                <Cell field={field} value={mine} labels={labelsOf(state, field.name)} />
              </td>
              <td data-winner={changedBy === 'them'}>
                <Cell field={field} value={theirs} labels={fresh.labels[field.name] ?? []} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const WHO: Readonly<Record<Difference['changedBy'], string>> = {
  both: 'both changed it',
  me: 'only you changed it',
  them: 'only they changed it',
}

import { Modal } from 'antd'

const SHORTCUTS: readonly (readonly [keys: readonly string[], what: string])[] = [
  [['/'], 'Search'],
  [['↓', 'j'], 'Next row'],
  [['↑', 'k'], 'Previous row'],
  [['Enter'], 'Open the row'],
  [['x'], 'Select the row'],
  [['n'], 'New record'],
  [['Shift', 'click'], 'Sort by a further column'],
  [['Shift', 'click'], 'Select a range of rows'],
  [['Ctrl', 'S'], 'Save (⌘S on a Mac)'],
  [['?'], 'This sheet'],
]

/** Of the lists that stand on the page of a record, their keys. */
const ON_RECORDS: typeof SHORTCUTS = [
  [['Enter', 'F2'], 'Edit the cell'],
  [['Delete'], 'Remove the row, or keep it'],
  [['Space'], 'Select the row'],
  [['Alt', '↑'], 'Move the row up'],
  [['Alt', '↓'], 'Move the row down'],
  [['Space', '↑', '↓'], 'On a row’s handle: lift it, move it; Space drops it, Escape puts it back'],
]

export function ShortcutsSheet({ onClose }: { readonly onClose: () => void }) {
  return (
    <Modal open title="Keyboard shortcuts" footer={null} width={420} onCancel={onClose}>
      <Keys of={SHORTCUTS} />
      <h3>In the lists of a record</h3>
      <Keys of={ON_RECORDS} />
    </Modal>
  )
}

function Keys({ of }: { readonly of: typeof SHORTCUTS }) {
  return (
    <table className="mq-shortcuts">
      <tbody>
        {of.map(([keys, what]) => (
          <tr key={what}>
            <th scope="row">{what}</th>
            <td>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

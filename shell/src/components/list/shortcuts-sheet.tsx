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

export function ShortcutsSheet({ onClose }: { readonly onClose: () => void }) {
  return (
    <Modal open title="Keyboard shortcuts" footer={null} width={420} onCancel={onClose}>
      <table className="mq-shortcuts">
        <tbody>
          {SHORTCUTS.map(([keys, what]) => (
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
    </Modal>
  )
}

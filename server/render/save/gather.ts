import type { MediaType } from '../../catalog/catalog.ts'
import type { Problem } from '../../errors.ts'
import type { Item } from '../item.ts'
import { agreed } from './agree.ts'
import type { ComponentSave, PlannedOperation } from './component-save.ts'
import type { EditedComponent } from './parse-save.ts'
import type { PlacedOperation } from './places.ts'
import { recordOperations } from './record-operations.ts'

/** What a component's edits come to. */
export interface SavedComponent extends EditedComponent {
  readonly save: ComponentSave
}

/** What a page shows, by the tag it was shown with. */
export interface SavedItem {
  readonly item: Item
  readonly type: MediaType | undefined
  readonly etag: string | null
  /** Its records are changed alike. */
  readonly bulk: boolean
}

/**
 * All operations of a page's save: first what its record is to refer to, then what becomes of it, then the rest; each in
 * the order of the components.
 *
 * @param saved in the order in which the page has them.
 * @param problems takes what the components do not agree about.
 */
export function gather(
  saved: readonly SavedComponent[],
  what: SavedItem,
  problems: Problem[],
): readonly PlacedOperation[] {
  const { bulk } = what
  const placed =
    (pointer: string) =>
    ({ operation, place }: PlannedOperation): PlacedOperation => {
      const marked = bulk && operation._op === 'update' ? { ...operation, _bulk: true as const } : operation
      return { operation: marked, place: (path) => `${pointer}${place(path)}` }
    }
  const before = saved.flatMap(({ save, pointer }) => (save.before ?? []).map(placed(pointer)))
  const after = saved.flatMap(({ save, pointer }) => (save.operations ?? []).map(placed(pointer)))
  return agreed([...before, ...recordOperations(saved, what, problems), ...after], problems)
}

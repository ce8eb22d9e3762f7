import type { PageComponent } from '../../catalog/catalog.ts'
import type { ComponentContext } from '../context.ts'
import type { ComponentSave, SaveContext } from '../save/component-save.ts'

/**
 * How components of one type come to their schema and data: one file each, listed in `index.ts`. A mapper throws what
 * goes wrong; the runner catches it.
 */
export interface ComponentMapper {
  /** The component type it stands for. */
  readonly name: string
  /** True when the component is not for this caller; absent: it is for everyone. */
  readonly hidden?: (context: ComponentContext) => boolean | Promise<boolean>
  /** Null where there is nothing to show, which counts as an error. */
  readonly schema: (context: ComponentContext) => object | null | Promise<object | null>
  /** Null where the component fetches its own data once mounted. */
  readonly data: (context: ComponentContext) => unknown
  /** It follows the list state of the page's address, when it is the first on the page to do so. */
  readonly followsListState?: boolean
  /** Whether it has something that the caller may save, by the schema it gave. */
  readonly savable?: (schema: object, context: ComponentContext) => boolean
  /**
   * What its edits, as the browser sent them, come to [R2]; absent: it is not saved with its page.
   *
   * @throws {AppError} VALIDATION with pointers from the edits on.
   */
  readonly save?: (edits: unknown, context: SaveContext) => ComponentSave | Promise<ComponentSave>
  /** The page on which a new record is made. */
  readonly newPageKey?: (component: PageComponent, pageKey: string) => string | undefined
}

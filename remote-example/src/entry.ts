import { defineComponents } from '@marquee/remote'
import { BoxOffice } from './box-office.tsx'
import { StatusBoard } from './status-board.tsx'
import { SynopsisEditor } from './synopsis-editor.tsx'
import './example.css'

export { version } from './version.ts'

/** Maps the type string of a page's component to what renders it. */
export const components = defineComponents({
  boxOffice: BoxOffice,
  synopsisEditor: SynopsisEditor,
  statusBoard: StatusBoard,
})

import { BoxOffice } from './box-office.tsx'

/** Maps the type string of a page's component to what renders it. */
export const components = { boxOffice: BoxOffice }

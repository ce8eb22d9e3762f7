/** Where text goes; a terminal tells how wide it is. */
export interface Stream {
  readonly write: (text: string) => unknown
  readonly isTTY?: boolean | undefined
  readonly columns?: number | undefined
}

/** Standard error with a last line that is drawn over again and again, under whatever else is written meanwhile. */
export interface StatusLine {
  /** False when nobody looks: then only whole lines are worth writing. */
  readonly live: boolean
  readonly line: (text: string) => void
  /** Draws the last line anew; nothing takes it away. */
  readonly show: (text: string) => void
}

const START_OF_LINE = '\r'
const CLEAR_LINE = '\u001b[2K'
const COLUMNS = 80

/** @param terminal its kind, as TERM names it: a dumb one cannot draw over anything */
export function createStatusLine(stream: Stream, terminal?: string): StatusLine {
  const live = stream.isTTY === true && terminal !== 'dumb'
  let shown = ''
  const draw = (text: string): void => {
    // a line that wraps could not be drawn over; a terminal that does not know its width says 0
    const fitting = text.slice(0, (stream.columns || COLUMNS) - 1)
    if (fitting !== shown) stream.write(`${START_OF_LINE}${CLEAR_LINE}${fitting}`)
    shown = fitting
  }
  return {
    live,
    line: (text) => {
      const below = shown
      draw('')
      stream.write(`${text}\n`)
      draw(below)
    },
    show: (text) => {
      if (live) draw(text)
    },
  }
}

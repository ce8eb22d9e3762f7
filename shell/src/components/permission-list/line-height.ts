/** Of every line, in pixels; the style sheet says the same. */
export const LINE_HEIGHT = 32

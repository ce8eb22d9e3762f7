/** Something a run tells its user of. */
export interface Note {
  /** `left out`: not in the catalogue; `limited`: there, but not all of it can be done; `remark`: good to know. */
  readonly kind: 'left out' | 'limited' | 'remark'
  /** `schema.table`, or `schema.table.column`. */
  readonly subject: string
  readonly text: string
}

/** Gathers notes in the order they come up. */
export class Notes {
  readonly all: Note[] = []

  leftOut(subject: string, text: string): void {
    this.all.push({ kind: 'left out', subject, text })
  }

  limited(subject: string, text: string): void {
    this.all.push({ kind: 'limited', subject, text })
  }

  remark(subject: string, text: string): void {
    this.all.push({ kind: 'remark', subject, text })
  }
}

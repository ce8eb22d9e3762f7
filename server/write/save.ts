import type { MediaType, Relation } from '../catalog/catalog.ts'
import { UNRESTRICTED } from '../catalog/rights.ts'
import type { Transaction } from '../db/database.ts'
import type { ApplyContext } from './apply-links.ts'
import { ChangeLog } from './change-log.ts'
import type { Change } from './changes.ts'
import type { OperationResult } from './operations.ts'
import type { Owing } from './required-children.ts'
import { LinkResolver, type LocalRecord } from './resolve-links.ts'
import { snapshots } from './snapshot.ts'
import type { WriteContext } from './write-context.ts'

/** What one save gathers while its operations run, all in one transaction. */
export class Save {
  readonly tx: Transaction
  readonly context: WriteContext
  readonly log = new ChangeLog()
  readonly apply: ApplyContext
  /** Required lists that were left empty, and that later operations may fill. */
  readonly promised: Owing[] = []
  private readonly locals = new Map<string, LocalRecord>()
  private readonly versions = new Map<string, number>()

  constructor(tx: Transaction, context: WriteContext) {
    this.tx = tx
    this.context = context
    this.apply = { tx, catalog: context.catalog, log: this.log }
  }

  /** For the operations of one step; a later step's finders see what earlier ones wrote. */
  resolver(): LinkResolver {
    return new LinkResolver(this.tx, this.context, this.locals)
  }

  name(lid: string, record: LocalRecord): void {
    this.locals.set(lid, record)
  }

  /** Takes note of a record's version before anything is done. */
  begin(type: MediaType, id: number, version: number): void {
    this.versions.set(`${type.name} ${id}`, version)
  }

  /** The version of a record before anything was done; undefined: it was not looked at. */
  versionBefore(type: MediaType, id: number): number | undefined {
    return this.versions.get(`${type.name} ${id}`)
  }

  /** Takes note of a list that is empty until later operations fill it. */
  promise(relation: Relation, owner: number, pointer: string): void {
    this.promised.push({ relation, owner, pointer })
  }

  local(lid: string): LocalRecord | undefined {
    return this.locals.get(lid)
  }

  /** Reads every record that was touched once more: what it came to, and under which version. */
  async settled(targets: readonly OperationResult[]): Promise<Settled> {
    const ids = new Map([...this.log.remaining()].map(([name, list]) => [name, new Set(list)]))
    for (const { kind, type, id } of targets) {
      if (kind !== 'remove') ids.set(type, (ids.get(type) ?? new Set()).add(id))
    }
    const versions = new Map<string, number>()
    for (const [name, set] of ids) {
      const type = this.context.catalog.mediaTypes.get(name) as MediaType
      const now = await snapshots(this.tx, type, [...set], { catalog: this.context.catalog, rights: UNRESTRICTED })
      for (const snapshot of now.values()) {
        this.log.after(type, snapshot)
        versions.set(`${name} ${snapshot.id}`, snapshot.version)
      }
    }
    const results = targets.map((target) => ({ ...target, version: versions.get(`${target.type} ${target.id}`) ?? 0 }))
    return { results, changes: this.log.changes() }
  }
}

export interface Settled {
  readonly results: readonly OperationResult[]
  readonly changes: readonly Change[]
}

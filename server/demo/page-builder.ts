import type { ComponentDocument, PageDocument } from '../catalog/document.ts'

/** A list page and the page that edits one record of it. */
export interface PagePair {
  readonly mediaType: string
  readonly list: {
    readonly key: string
    readonly title: string
    readonly icon: string
    /** Place in the menu; absent: reached from other pages only. */
    readonly menu?: { readonly group: string; readonly order: number }
    readonly parentKey?: string
    /** Fields shown at first, and those that a user may add. */
    readonly columns: readonly string[]
    readonly hidden?: readonly string[]
    readonly defaultSort: string
  }
  readonly edit: {
    readonly key: string
    readonly title: string
    readonly tabs: readonly Tab[]
    /** Lists of related records, below the form. */
    readonly related?: readonly RelatedRecords[]
    /** The form has no other fields: they stand in the lists. */
    readonly rest?: false
    /** What else stands beside the form, whose place is 1. */
    readonly beside?: readonly ComponentDocument[]
  }
  /** Edit pages that values lead to, by field. */
  readonly links?: Readonly<Record<string, string>>
}

export interface Tab {
  readonly title: string
  readonly fields: readonly string[]
}

export interface RelatedRecords {
  readonly key: string
  readonly type: 'relatedList' | 'orderedRelatedList' | 'asyncRelatedList'
  readonly title: string
  readonly configuration: Readonly<Record<string, unknown>> & { readonly relation: string }
}

const PAGE_SIZE = 20

export function pagesOf({ mediaType, list, edit, links = {} }: PagePair): readonly PageDocument[] {
  const listed = new Set([...list.columns, ...(list.hidden ?? [])])
  const listLinks = Object.fromEntries(Object.entries(links).filter(([field]) => listed.has(field)))
  return [
    {
      key: list.key,
      title: list.title,
      mediaType,
      icon: list.icon,
      ...(list.menu === undefined ? {} : { menuGroup: list.menu.group, menuOrder: list.menu.order }),
      ...(list.parentKey === undefined ? {} : { parentKey: list.parentKey }),
      components: [
        {
          key: 'list',
          type: 'list',
          title: list.title,
          order: 1,
          configuration: {
            columns: list.columns,
            hidden: list.hidden ?? [],
            defaultSort: list.defaultSort,
            pageSize: PAGE_SIZE,
            editPageKey: edit.key,
            links: listLinks,
          },
        },
      ],
    },
    {
      key: edit.key,
      title: edit.title,
      mediaType,
      icon: list.icon,
      parentKey: list.key,
      components: [
        {
          key: 'form',
          type: 'form',
          title: edit.related === undefined ? edit.title : 'Details',
          order: 1,
          configuration: { tabs: edit.tabs, links, ...(edit.rest === false ? { rest: false } : {}) },
        },
        ...(edit.related ?? []).map((list, index) => ({ ...list, order: index + 2 })),
        ...(edit.beside ?? []),
      ],
    },
  ]
}

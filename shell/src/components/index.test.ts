import { expect, test } from 'vitest'
import { components } from './index.ts'

test('[CT:list] is built in', () => expect(components.get('list')).toBeDefined())

test('[CT:form] is built in', () => expect(components.get('form')).toBeDefined())

test('[CT:relatedList] is built in', () => expect(components.get('relatedList')).toBeDefined())

test('[CT:orderedRelatedList] is built in', () => expect(components.get('orderedRelatedList')).toBeDefined())

test('[CT:asyncRelatedList] is built in', () => expect(components.get('asyncRelatedList')).toBeDefined())

test('[CT:permissionList] is built in', () => expect(components.get('permissionList')).toBeDefined())

test('[CT:type] signIns is built in', () => expect(components.get('signIns')).toBeDefined())

test('[CT:type] a name that objects inherit is no component type', () =>
  expect(components.get('hasOwnProperty')).toBeUndefined())

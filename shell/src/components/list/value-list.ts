const LIST = '.mq-filter-value .ant-select [role="combobox"]'

/** Whether the options of a condition's value are unfolded. */
export function openListIn(root: ParentNode): boolean {
  return root.querySelector(`${LIST}[aria-expanded="true"]`) !== null
}

/** Whether the keys typed at an element go to the drop-down of a condition's value. */
export function isValueList(element: Element): boolean {
  return element.matches(LIST)
}

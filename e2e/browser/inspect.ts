import type { Page } from 'playwright/test'

/** Roles that a user acts on: each needs a name that a screen reader can say. */
const CONTROLS = new Set(
  'button checkbox combobox link menuitem menuitemradio radio searchbox slider spinbutton switch tab textbox treeitem'.split(
    ' ',
  ),
)

/** Controls that have no accessible name, as the browser itself computes it. */
export async function nameless(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page)
  const { nodes } = await session.send('Accessibility.getFullAXTree')
  const found = nodes.filter(
    ({ ignored, role, name }) =>
      !ignored && CONTROLS.has(String(role?.value)) && String(name?.value ?? '').trim() === '',
  )
  const described = found.map(async ({ role, backendDOMNodeId }) => {
    if (backendDOMNodeId === undefined) return String(role?.value)
    const { outerHTML } = await session.send('DOM.getOuterHTML', { backendNodeId: backendDOMNodeId })
    return `${role?.value}: ${outerHTML.slice(0, 200)}`
  })
  const result = await Promise.all(described)
  await session.detach()
  return result
}

/** Ids that stand more than once. */
export function doubledIds(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const ids = [...document.querySelectorAll('[id]')].map((element) => element.id)
    return ids.filter((id, index) => ids.indexOf(id) !== index)
  })
}

/** Whether the page as a whole scrolls sideways. */
export function isTooWide(page: Page): Promise<boolean> {
  return page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)
}

/** Texts, placeholders too, whose contrast with what is behind them is below the AA minimum (4.5, large ones 3). */
export function faintTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    type Color = readonly [red: number, green: number, blue: number, alpha: number]
    const canvas = document.createElement('canvas')
    canvas.width = canvas.height = 1
    const pen = canvas.getContext('2d', { willReadFrequently: true })
    const colors = new Map<string, Color>()
    const read = (css: string): Color => {
      const known = colors.get(css)
      if (known || !pen) return known ?? [0, 0, 0, 1]
      pen.clearRect(0, 0, 1, 1)
      pen.fillStyle = css
      pen.fillRect(0, 0, 1, 1)
      const [red = 0, green = 0, blue = 0, alpha = 0] = pen.getImageData(0, 0, 1, 1).data
      const color: Color = [red, green, blue, alpha / 255]
      colors.set(css, color)
      return color
    }
    const over = (top: Color, below: Color): Color => {
      const mix = (a: number, b: number) => a * top[3] + b * (1 - top[3])
      return [mix(top[0], below[0]), mix(top[1], below[1]), mix(top[2], below[2]), 1]
    }
    const behind = (element: Element | null): Color => {
      if (element === null) return [255, 255, 255, 1]
      const own = read(getComputedStyle(element).backgroundColor)
      return own[3] === 1 ? own : over(own, behind(element.parentElement))
    }
    const luminance = (color: Color): number => {
      const linear = color.slice(0, 3).map((part) => {
        const value = part / 255
        return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
      })
      return 0.2126 * (linear[0] ?? 0) + 0.7152 * (linear[1] ?? 0) + 0.0722 * (linear[2] ?? 0)
    }
    const opacity = (element: Element | null): number =>
      element === null ? 1 : Number(getComputedStyle(element).opacity) * opacity(element.parentElement)
    const disabled = '[disabled], [aria-disabled="true"], [class*="-disabled"]'

    const found: string[] = []
    const judge = (element: Element, style: CSSStyleDeclaration, text: string) => {
      if (element.closest(disabled) || !element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
        return
      const back = behind(element)
      const [red, green, blue, alpha] = read(style.color)
      // a select's value gives way to the text of its search field
      if (alpha === 0) return
      const front = over([red, green, blue, alpha * opacity(element)], back)
      const [light, dark] = [luminance(front), luminance(back)].sort((a, b) => b - a)
      const ratio = ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05)
      const size = Number.parseFloat(style.fontSize)
      const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700)
      if (ratio < (large ? 3 : 4.5))
        found.push(`${ratio.toFixed(2)} “${text.trim().slice(0, 40)}” ${element.className}`)
    }
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const parent = node.parentElement
      if (parent && node.nodeValue?.trim()) judge(parent, getComputedStyle(parent), node.nodeValue)
    }
    for (const input of document.querySelectorAll<HTMLInputElement>(
      'input:placeholder-shown, textarea:placeholder-shown',
    )) {
      if (input.placeholder) judge(input, getComputedStyle(input, '::placeholder'), input.placeholder)
    }
    return [...new Set(found)]
  })
}

/** Goes through the page by Tab; gives the stops that look the same with the focus as without it. */
export async function unseenFocus(page: Page, stops: number): Promise<string[]> {
  const unseen: string[] = []
  for (let stop = 0; stop < stops; stop += 1) {
    await page.keyboard.press('Tab')
    const problem = await page.evaluate(async () => {
      const target = document.activeElement
      if (!(target instanceof HTMLElement) || target === document.body) return null
      // some show it on what holds them, a table's row on its cells
      const near: Element[] = [...target.children]
      for (let element: Element | null = target; element && near.length < target.children.length + 5; ) {
        near.push(element)
        element = element.parentElement
      }
      const looks = (): string =>
        near
          .map((element) => getComputedStyle(element))
          .map((style) => [style.outline, style.boxShadow, style.borderColor, style.backgroundColor].join())
          .join()
      const painted = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
      await painted()
      const focused = looks()
      target.blur()
      await painted()
      return focused === looks() ? target.outerHTML.slice(0, 160) : null
    })
    if (problem !== null) unseen.push(problem)
  }
  return unseen
}

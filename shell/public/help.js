/** The pages below /help: the shell's theme, the search over what is shown, and what a link leads to. */
const root = document.documentElement

/** The choice made in the shell; without one the system's. */
function applyTheme() {
  try {
    const choice = JSON.parse(localStorage.getItem('marquee.theme') ?? 'null')
    if (choice === 'light' || choice === 'dark') root.dataset.theme = choice
  } catch {
    // A browser that keeps nothing shows the system's theme.
  }
}

/** Hides what does not hold every word that was typed, and groups of which nothing is left. */
function find(text) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  for (const item of document.querySelectorAll('main [data-find]')) {
    const held = item.dataset.find.toLowerCase()
    item.hidden = !words.every((word) => held.includes(word))
  }
  for (const group of document.querySelectorAll('main .group')) {
    group.hidden = group.querySelector('[data-find]:not([hidden])') === null
  }
  const nothing = document.querySelector('.nothing')
  if (nothing) nothing.hidden = document.querySelector('main [data-find]:not([hidden])') !== null
}

function shownLinks() {
  return [...document.querySelectorAll('main li:not([hidden]) > .route, main .operation:not([hidden]) > .line')]
}

/** Goes from the search to the first result, and from one to the next. */
function step(event, by) {
  const links = shownLinks()
  const next = links[links.indexOf(document.activeElement) + by]
  if (next) next.focus()
  else if (by < 0) document.getElementById('find').focus()
  event.preventDefault()
}

function openTarget() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)))
  if (target?.tagName !== 'DETAILS') return
  target.open = true
  target.scrollIntoView()
}

function watchKeys(search) {
  document.addEventListener('keydown', (event) => {
    const typing = event.target === search
    if (event.key === '/' && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
      search.focus()
      search.select()
      event.preventDefault()
    } else if (event.key === 'Escape' && typing) {
      search.value = ''
      find('')
    } else if (event.key === 'ArrowDown' && (typing || shownLinks().includes(event.target))) step(event, 1)
    else if (event.key === 'ArrowUp' && shownLinks().includes(event.target)) step(event, -1)
  })
}

/** Enter leads to the first result of the list of all routes, and to that list from elsewhere. */
function watchSearch(search) {
  search.addEventListener('input', () => find(search.value))
  search.form.addEventListener('submit', (event) => {
    const [first] = document.querySelectorAll('main li:not([hidden]) > .route')
    if (location.pathname !== '/help' || !first) return
    event.preventDefault()
    first.click()
  })
  search.value = new URLSearchParams(location.search).get('find') ?? ''
  if (search.value !== '') {
    find(search.value)
    search.focus()
  }
}

function watchOpenAll(button) {
  const operations = () => [...document.querySelectorAll('.operation')]
  const label = () => {
    button.textContent = operations().every(({ open }) => open) ? 'Close all' : 'Open all'
  }
  button.hidden = operations().length < 2
  button.addEventListener('click', () => {
    const open = !operations().every((each) => each.open)
    for (const each of operations()) each.open = open
  })
  for (const each of operations()) each.addEventListener('toggle', label)
}

/** What was opened by hand stands in the address, to be passed on. */
function watchOpened() {
  for (const line of document.querySelectorAll('.line')) {
    line.addEventListener('click', () => {
      const { id, open } = line.parentElement
      history.replaceState(null, '', open ? location.pathname : `#${encodeURIComponent(id)}`)
    })
  }
}

applyTheme()
document.addEventListener('DOMContentLoaded', () => {
  const search = document.getElementById('find')
  watchKeys(search)
  watchSearch(search)
  const button = document.querySelector('.open-all')
  if (button) watchOpenAll(button)
  watchOpened()
  openTarget()
})
addEventListener('hashchange', openTarget)

import {
  COMMON_OPTIONS,
  type Command,
  type CommandEntry,
  type CommandGroup,
  type OptionDeclaration,
  type OptionDeclarations,
} from './command.ts'

const WIDTH = 100

/** The help of a command or a group, under the words it is called by: `marquee schema pull`. */
export function help(path: readonly string[], summary: string, shown: Command | CommandGroup): string {
  const name = path.join(' ')
  const parts = [
    `${sentence(summary)}\n`,
    ...(shown.description === undefined ? [] : [`${wrap(shown.description, 0)}\n`]),
  ]
  parts.push(shown.kind === 'group' ? groupHelp(name, shown.commands) : commandHelp(name, shown))
  if (shown.examples.length > 0) parts.push(examples(shown))
  return parts.join('\n')
}

function groupHelp(name: string, commands: readonly CommandEntry[]): string {
  const rows = commands.map((each) => [each.name, each.summary] as const)
  return `Usage: ${name} <command>\n\nCommands:\n${table(rows)}\nMore about one of them: ${name} <command> --help\n`
}

function commandHelp(name: string, { args, options }: Command): string {
  const declared = Object.entries(args)
  const placed = declared.map(([arg, { optional, several }]) => {
    const text = `${arg.toUpperCase()}${several ? ' …' : ''}`
    return optional ? `[${text}]` : text
  })
  const rows = declared.map(([arg, { description }]) => [arg.toUpperCase(), description] as const)
  return [
    `Usage: ${[name, ...placed, '[options]'].join(' ')}\n`,
    ...(rows.length === 0 ? [] : [`Arguments:\n${table(rows)}`]),
    `Options:\n${table(optionRows({ ...options, ...COMMON_OPTIONS }))}`,
  ].join('\n')
}

function optionRows(options: OptionDeclarations): readonly (readonly [string, string])[] {
  return Object.entries(options).map(([name, option]) => {
    const short = option.short === undefined ? '    ' : `-${option.short}, `
    const value = option.type === 'flag' ? '' : ` ${option.value}`
    return [`${short}--${name}${value}`, `${option.description}${limits(option)}`] as const
  })
}

function limits(option: OptionDeclaration): string {
  const told: string[] = []
  if ('choices' in option && option.choices !== undefined) told.push(`one of ${option.choices.join(', ')}`)
  if (option.type === 'integer') told.push(`${option.min} to ${option.max}`)
  if (option.type === 'list') told.push('may be given several times')
  if ('default' in option && option.default !== undefined) told.push(`default ${option.default}`)
  return told.length === 0 ? '' : ` (${told.join('; ')})`
}

function examples({ examples }: Command | CommandGroup): string {
  return `Examples:\n${examples.map(({ line, what }) => `  marquee ${line}\n      ${what}\n`).join('')}`
}

/** Two columns, the second one wrapped. */
export function table(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([first]) => first.length))
  return rows.map(([first, second]) => `  ${first.padEnd(width)}  ${wrap(second, width + 4)}\n`).join('')
}

/** Breaks lines at spaces; all but the first are indented. Line breaks of the text stay. */
function wrap(text: string, indent: number): string {
  const lines = text.split('\n').flatMap((paragraph) => {
    const broken: string[] = []
    let line = ''
    for (const word of paragraph.split(' ')) {
      if (line !== '' && line.length + 1 + word.length > WIDTH - indent) {
        broken.push(line)
        line = word
      } else line = line === '' ? word : `${line} ${word}`
    }
    return [...broken, line]
  })
  return lines.join(`\n${' '.repeat(indent)}`)
}

function sentence(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`
}

import { commandGroup } from '../command.ts'

export const schemaGroup = commandGroup({
  description:
    'The schema is all metadata as one document of YAML or JSON, to be reviewed, kept in version control and carried from one database to another. docs/schema.md describes it.',
  examples: [
    { line: 'schema pull marquee.yaml', what: 'from the one database' },
    { line: 'schema diff marquee.yaml', what: 'against the other' },
    { line: 'schema apply marquee.yaml', what: 'to the other' },
  ],
  commands: [
    {
      name: 'pull',
      summary: 'write the metadata as one document',
      load: async () => (await import('./pull.ts')).pullCommand,
    },
    {
      name: 'diff',
      summary: 'show what applying a document would change',
      load: async () => (await import('./diff.ts')).diffCommand,
    },
    {
      name: 'apply',
      summary: 'make metadata and tables what a document says',
      load: async () => (await import('./apply.ts')).applyCommand,
    },
    {
      name: 'json-schema',
      summary: 'write the JSON Schema that editors complete a document by',
      load: async () => (await import('./json-schema-command.ts')).jsonSchemaCommand,
    },
  ],
})

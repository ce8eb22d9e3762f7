import type { JsonSchema } from '../../field-types/json-schema.ts'
import type { Content, OpenApiDocument, Parameter, Reference, Response } from '../document.ts'
import { exampleOf, refName } from './example.ts'
import { type Html, html } from './html.ts'
import { type Places, schemaView, typeWords } from './schema-view.ts'
import type { Route } from './sections.ts'
import { inlineWords, words } from './words.ts'

export interface ViewContext {
  readonly document: OpenApiDocument
  readonly places: Places
  /** Names of the schemas that callers write, and not only read. */
  readonly sent: ReadonlySet<string>
}

/** One route: closed it is a line, open everything about it. */
export function operationView({ method, path, operation }: Route, context: ViewContext): Html {
  const { operationId, summary, description, parameters = [], requestBody, responses, security } = operation
  const open = security?.length === 0
  return html`<details class="operation" id="${operationId}" data-find="${method} ${path} ${summary}">
<summary class="line"><span class="method ${method}">${method.toUpperCase()}</span> <code class="path">${path}</code> <span class="summary">${summary}</span></summary>
<div class="operation-body">
${description === undefined ? '' : words(description)}
${open ? html`<p>Needs no sign-in.</p>` : ''}
${parametersView(parameters, context)}
${requestBody === undefined ? '' : html`<h3>Body</h3>${contentView(requestBody.content, context)}`}
<h3>Answers</h3>
<dl class="answers">${Object.entries(responses).map(([status, response]) => answerView(status, response, context))}</dl>
</div></details>`
}

function parametersView(parameters: readonly (Parameter | Reference)[], { document, places }: ViewContext): Html | '' {
  if (parameters.length === 0) return ''
  const known = parameters.flatMap((each) =>
    '$ref' in each ? (document.components.parameters[refName(each.$ref)] ?? []) : [each],
  )
  const row = ({ name, in: place, required, description, schema, style, explode }: Parameter) => {
    const anyField = explode && style === 'form'
    const shown = anyField ? html`<code>&lt;field&gt;</code>` : html`<code>${name}</code>`
    const type = anyField ? html`string` : typeWords(schema, places)
    return html`<tr><th scope="row">${shown}${required ? html` <span class="mark required">required</span>` : ''}</th><td class="type">${type}</td><td class="place">${place}</td><td>${description === undefined ? '' : inlineWords(description)}${valuesOf(schema)}</td></tr>`
  }
  return html`<h3>Parameters</h3><div class="scroll" tabindex="0"><table class="parameters">
<thead><tr><th scope="col">Name</th><th scope="col">Type</th><th scope="col">In</th><th scope="col">Meaning</th></tr></thead>
<tbody>${known.map(row)}</tbody></table></div>`
}

function valuesOf({ default: initial, enum: values }: JsonSchema): Html | '' {
  const words = [
    ...(values === undefined ? [] : [`one of ${values.join(', ')}`]),
    ...(initial === undefined ? [] : [`${initial} unless given`]),
  ]
  return words.length === 0 ? '' : html` <span class="limits">${words.join(', ')}</span>`
}

/** The types a body may have, its schema and an example. */
function contentView(content: Content, { document, places }: ViewContext): Html {
  const types = Object.keys(content)
  const schema = Object.values(content)[0]?.schema ?? {}
  const example = JSON.stringify(exampleOf(schema, document.components.schemas, true), null, 2)
  const named = schema.$ref !== undefined || schema.properties === undefined
  return html`<p>${named ? typeWords(schema, places) : ''} <span class="content-type">${types.join(', ')}</span></p>
${named ? '' : schemaView(schema, places, true)}
<details class="example"><summary class="more">Example</summary><pre tabindex="0"><code>${example}</code></pre></details>`
}

function answerView(status: string, given: Response | Reference, context: ViewContext): Html {
  const { document, places } = context
  const response = '$ref' in given ? document.components.responses[refName(given.$ref)] : given
  if (response === undefined) return html``
  const { description, content = {}, headers = {} } = response
  const isError = '$ref' in given
  const schema = Object.values(content)[0]?.schema
  const type = schema === undefined ? '' : html` <span class="type">${typeWords(schema, places)}</span>`
  const sent = Object.keys(headers)
  const example = schema === undefined || isError || types(content, 'text/html') ? '' : exampleView(schema, context)
  const label = status === 'default' ? 'other' : status
  return html`<dt class="status ${isError ? 'error' : 'success'}">${label}</dt><dd>${inlineWords(description)}${type}${sent.length === 0 ? '' : html` <span class="limits">with ${sent.join(', ')}</span>`}${example}</dd>`
}

function types(content: Content, type: string): boolean {
  return Object.keys(content)[0] === type
}

function exampleView(schema: JsonSchema, { document }: ViewContext): Html {
  const example = JSON.stringify(exampleOf(schema, document.components.schemas), null, 2)
  return html`<details class="example"><summary class="more">Example</summary><pre tabindex="0"><code>${example}</code></pre></details>`
}

import type { OpenApiDocument } from '../document.ts'
import { sharedSchemas } from '../shared-schemas.ts'
import { type Html, html } from './html.ts'
import { operationView, type ViewContext } from './operation-view.ts'
import { helpPage } from './page.ts'
import { schemaView } from './schema-view.ts'
import { INTRODUCTION, SCHEMAS, type Section, schemaPlaces, sectionsOf } from './sections.ts'
import { sentSchemas } from './sent-schemas.ts'
import { inlineWords, words } from './words.ts'

/** A page of the description as HTML; null for a section there is not. Without one: the list of all routes [G6.a]. */
export function helpOf(document: OpenApiDocument, slug: string): string | null {
  const sections = sectionsOf(document)
  const context: ViewContext = { document, places: schemaPlaces(sections), sent: sentSchemas(document) }
  if (slug === '')
    return helpPage({ title: 'All routes', current: slug, main: routesView(sections, document) }, sections)
  if (slug === INTRODUCTION)
    return helpPage({ title: INTRODUCTION, current: slug, main: introductionView(document) }, sections)
  if (slug === SCHEMAS) {
    return helpPage({ title: 'Shared schemas', current: slug, main: sharedView(context) }, sections)
  }
  const section = sections.find((candidate) => candidate.slug === slug)
  if (section === undefined) return null
  return helpPage({ title: section.tag.name, current: slug, main: sectionView(section, context) }, sections)
}

function routesView(sections: readonly Section[], { info }: OpenApiDocument): Html {
  return html`<h1>All routes</h1>
<p class="lead">${info.summary} The <a href="/help/${INTRODUCTION}">introduction</a> tells how to call, filter and write.</p>
<p class="nothing" role="status" hidden>No route has that in its method, path or summary.</p>
${sections.map(routeGroup)}`
}

function routeGroup({ tag, slug, routes }: Section): Html {
  return html`<section class="routes group"><h2><a href="/help/${slug}">${tag.name}</a> <span>${tag.description}</span></h2>
<ul>${routes.map(
    ({ method, path, operation: { operationId, summary } }) =>
      html`<li data-find="${method} ${path} ${summary} ${tag.description}"><a class="route" href="/help/${slug}#${operationId}"><span class="method ${method}">${method.toUpperCase()}</span> <code class="path">${path}</code> <span class="summary">${summary}</span></a></li>`,
  )}</ul></section>`
}

function introductionView({ info }: OpenApiDocument): Html {
  return html`<article class="prose"><h1>${INTRODUCTION}</h1>${words(info.description)}</article>`
}

function sectionView({ tag, routes, schemas }: Section, context: ViewContext): Html {
  return html`<h1>${tag.name}</h1><p class="lead">${tag.description}</p>
<div class="heading"><h2>Routes</h2><button type="button" class="open-all" hidden>Open all</button></div>
<div class="stack group">${routes.map((route) => operationView(route, context))}</div>
${schemas.length === 0 ? '' : html`<div class="heading"><h2>Schemas</h2></div><div class="stack">${schemas.map((name, index) => schemaSection(name, context, index === 0))}</div>`}`
}

function sharedView(context: ViewContext): Html {
  return html`<h1>Shared schemas</h1><p class="lead">What bodies and answers of several parts have in common.</p>
<div class="stack">${Object.keys(sharedSchemas).map((name) => schemaSection(name, context, true))}</div>`
}

function schemaSection(name: string, { document, places, sent }: ViewContext, open: boolean): Html {
  const schema = document.components.schemas[name] ?? {}
  return html`<details class="schema" id="schema-${name}"${open ? html` open` : ''}><summary class="line"><code class="path">${name}</code>${schema.description === undefined ? '' : html` <span class="summary">${inlineWords(schema.description)}</span>`}</summary>
${schemaView(schema.properties === undefined ? { ...schema, description: '' } : schema, places, sent.has(name))}</details>`
}

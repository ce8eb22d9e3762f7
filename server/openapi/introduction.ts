/** How to use the service, for whoever reads its description. Paragraphs, `##` headings, lists and code only. */
export const introduction = `Everything here is metadata-driven: each media type has the same routes, and its fields decide what a record holds. Media types that you may not read are not described.

## Calling

- Send \`Authorization: Bearer <access token>\`, or the session cookie of a browser. What needs neither says so.
- The data API, below \`/api/v1\`, speaks \`application/vnd.api+json\`. All other routes speak \`application/json\`.
- A write by session cookie needs an \`Origin\` header of the service itself and a JSON body.
- Every answer carries \`x-request-id\`; send one of your own to find it again in the log.

## Reading

A read answers with an envelope: the records under the media type's name, \`_meta\` about the query and its pages, \`_links\` with address templates, \`_linked\` with included records, \`_permissions\`. Lists are always paged. An export is the same read with \`Accept: text/csv\` or \`application/x-ndjson\`, and \`limit\` in place of pages.

Answers carry an \`ETag\`. Sent back in \`If-None-Match\` it saves a body, in \`If-Match\` it keeps a write from undoing somebody else's.

## Filtering

A filter is made of terms \`<field>_$<operator>_<value>\`, joined by \`_$and_\` and \`_$or_\` and grouped by parentheses. \`and\` binds tighter. Values are URL-encoded; dates are \`yyyy-MM-dd\` or Unix time.

- \`$eq\`, \`$neq\`: equals, or does not
- \`$gt\`, \`$ge\`, \`$lt\`, \`$le\`: greater, greater or equal, less, less or equal
- \`$lk\`: like, with \`*\` for anything; \`$sw\`, \`$ew\`, \`$ct\`: starts with, ends with, contains. Case does not matter.
- \`$in(a,b)\`, \`$notin(a,b)\`: is, or is not, one of these. On a tree, \`$in(7:2)\` takes the records two levels below as well.
- \`$isempty_true\`, \`$isempty_false\`: has no value, or has one
- \`$esc(X)\` inside a value stands for the character X itself, such as a parenthesis

A field of a related record is \`<field>[<related_field>]\`:

\`\`\`
GET /api/v1/movies?filter=director[name]_$eq_Ada_$and_(year_$ge_1990_$or_year_$isempty_true)&sort=-year
\`\`\`

## Writing

A body names the media type and holds its records: \`{"movies": [{"title": "…", "_links": {"genres[movie]": [1, 2]}}]}\`. All of a body is written or none of it. A relation is given by ids, by a query, \`{"_type": "finder", "_href": "/api/v1/people?filter=name_$eq_Ada", "_resultset": "firstOrDefault"}\`, or as a change of what there is: \`{"operation": "Add", "values": [3]}\`.

A POST with an \`Idempotency-Key\` may be repeated safely for 24 hours.

## Errors

An error is \`{"errors": [{"status", "code", "title", "detail", "source"}]}\`. One answer lists everything that is wrong, each with a \`pointer\` into the body, a \`parameter\` or a \`header\`. Where \`Accept\` prefers \`application/problem+json\`, it is RFC 9457.`

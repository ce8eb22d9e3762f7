/**
 * The statements of the limit, written by hand for the demo's films: the fastest of the forms that were tried (see the
 * README). Each gives one column of text.
 */
export interface LimitStatement {
  readonly name: string
  readonly text: string
  /** Plan once for all values, where measuring said that this is faster. */
  readonly generic: boolean
}

/** `revision` is the second half of every tag. */
export function limitStatements(revision: string) {
  const genres = 'array(select j.genre from movies_genres j where j.movie = m.id order by j.genre)'
  const links = (more = ''): string =>
    `(select row_to_json(l) from (select m.rating, m.director, m.creative_type, m.source, g.ids as "genres[movie]", m.distributor${more}) l)`
  const film = (more = ''): string => `m.id as "_id", '/api/v1/movies/' || m.id as "_href", 'movies' as "_type",
    m.version || '.${revision}' as "_etag", m.dateins, m.title, m.slug, m.release_date, m.year, m.running_time, m.status,
    m.synopsis, m.notes, m.poster, m.us_gross::text, m.worldwide_gross::text, m.us_dvd_sales::text,
    m.production_budget::text, m.imdb_rating, m.imdb_votes, m.rotten_tomatoes,
    '{"can_write":true,"can_delete":true}'::json as "_permissions", ${links(more)} as "_links"`
  const withGenres = `cross join lateral (select ${genres} as ids offset 0) g`
  const films = (from: string): string =>
    `(select coalesce(json_agg(e), '[]')::text from (select ${film()} ${from} order by m.id) e)`
  const deferred = (size: number): string =>
    `from movies m ${withGenres} where m.id = any (array(select id from movies order by id limit ${size} offset $1))`
  const first = (size: number): string => `from (select * from movies order by id limit ${size}) m ${withGenres}`

  const linked = (table: string, columns: string, where: string): string =>
    `(select coalesce(json_agg(e), '[]') from (select t.id as "_id", '/api/v1/${table}/' || t.id as "_href", '${table}' as "_type",
      t.version || '.${revision}' as "_etag", t.dateins, ${columns} from ${table} t where ${where} order by t.id) e)`
  const included = (page: string): string => `with p as materialized (
      select m.*, g.ids as genre_ids from ${page})
    select '{"movies":' || (select coalesce(json_agg(e), '[]')::text from (select ${film(`,
        array_remove(array[m.director], null) as people, array_remove(array[m.distributor], null) as distributors,
        m.genre_ids as genres`).replace('g.ids', 'm.genre_ids')} from p m order by m.id) e)
    || ',"_linked":{"people":' || ${linked('people', `t.name, t.sort_name, t.born, t.website, t.portrait, t.biography, '{}'::json as "_links"`, 't.id = any (array(select director from p))')}
    || ',"distributors":' || ${linked('distributors', `t.name, t.is_active, t.website, t.contact, t.description, json_build_object('parent', t.parent) as "_links"`, 't.id = any (array(select distributor from p))')}
    || ',"genres":' || ${linked('genres', `t.name, t.color, t.description, '{}'::json as "_links"`, 't.id = any (array(select unnest(genre_ids) from p))')}
    || '},"_permissions":{"can_create":true}}'`

  const total = (where: string): string => `(select count(*) from movies m where ${where})`
  const filtered = (where: string): string =>
    `select ${total(where)} || ' ' || ${films(`from (select * from movies m where ${where} order by id limit 20) m ${withGenres}`)}`

  const statement = (name: string, text: string, generic = true): LimitStatement => ({ name, text, generic })
  return {
    one: statement(
      'one',
      `select row_to_json(e)::text from (select ${film()} from movies m ${withGenres} where m.id = $1) e`,
    ),
    first: statement('first', `select ${total('true')} || ' ' || ${films(first(20))}`),
    page: statement('page', `select ${total('true')} || ' ' || ${films(deferred(20))}`),
    first200: statement('first200', `select ${films(first(200))}`),
    page200: statement('page200', `select ${films(deferred(200))}`),
    firstIncludes: statement('firstIncludes', included(`(select * from movies order by id limit 20) m ${withGenres}`)),
    pageIncludes: statement(
      'pageIncludes',
      included(`movies m ${withGenres} where m.id = any (array(select id from movies order by id limit 20 offset $1))`),
    ),
    director: statement('director', filtered('m.director = $1')),
    year: statement('year', filtered('m.year = $1')),
    // the joining table's index holds it all: no need to visit the films to count or to page through them
    genre: statement(
      'genre',
      `select (select count(*) from movies_genres where genre = $1) || ' ' || ${films(
        `from movies m ${withGenres} where m.id = any (array(select movie from movies_genres where genre = $1 order by movie limit 20))`,
      )}`,
    ),
    directorVotes: statement('directorVotes', filtered('m.director = $1 and m.imdb_votes >= $2')),
    // the addition keeps Postgres from reading most of the index on votes
    yearVotes: statement('yearVotes', filtered('m.year = $1 and m.imdb_votes + 0 >= $2')),
    genreVotes: statement(
      'genreVotes',
      filtered('exists (select from movies_genres g where g.genre = $1 and g.movie = m.id) and m.imdb_votes >= $2'),
      false,
    ),
    // a year decides over how much is read: planned each time
    aggregate: statement(
      'aggregate',
      `with g as materialized (select j.genre, m.year, count(*) as films, sum(m.us_gross) as gross
          from movies m left join movies_genres j on j.movie = m.id where m.year >= $1 group by 1, 2),
        p as materialized (select * from g order by genre, year limit 600)
      select (select count(*) from g) || ' "_rows":' ||
        (select coalesce(json_agg(json_build_array(genre, year, films, gross::text) order by genre, year), '[]') from p) ||
        ',"_linked":{"genres":' || ${linked('genres', `t.name, t.color, t.description, '{}'::json as "_links"`, 't.id = any (array(select genre from p))')} || '}'`,
      false,
    ),
    update: statement(
      'update',
      `with m as (update movies set running_time = $2, version = version + 1 where id = $1 returning *)
      select row_to_json(e)::text from (select ${film()} from m ${withGenres}) e`,
    ),
  }
}

export type LimitStatements = ReturnType<typeof limitStatements>

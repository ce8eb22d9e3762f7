/** Longer than Postgres keeps of a name when `_id` is put to it. */
export const LONG_NAME = 'a_table_whose_name_takes_all_of_the_sixty_three_bytes_there_are'
export const LONG_COLUMN = 'a_column_whose_name_is_as_long_as_that_of_the_table_it_is_in_xx'

/**
 * A database as other programs make them: every kind of key, table and column that introspection has to deal with, and
 * a few rows.
 */
export const FOREIGN_SCHEMA = `
create schema shop;
create schema "Old Shop";

create type public.film_rating as enum ('G', 'PG-13', 'not_rated');
create domain public.percentage as integer check (value >= 0 and value <= 100);
create domain public.short_code as varchar(8) not null check (value ~ '^[A-Z]+$');

create table public."Country" (
  "CountryID" serial primary key,
  "CountryName" varchar(60) not null unique,
  iso char(2) check (iso = upper(iso)),
  "Größe" integer
);
comment on column public."Country".iso is 'ISO 3166-1, two letters';
insert into public."Country" ("CountryName", iso) values ('Austria', 'AT'), ('Chile', 'CL');

create table public.language (
  code text primary key,
  name text not null
);
insert into public.language values ('de', 'German'), ('en', 'English');

create table public.film (
  film_id integer generated always as identity primary key,
  title varchar(120) not null,
  description text,
  rating public.film_rating not null default 'G',
  status text not null default 'draft' check (status in ('draft', 'in_review', 'published')),
  stars smallint check (stars between 1 and 5),
  score public.percentage,
  code public.short_code default 'NONE',
  length_minutes integer check (length_minutes > 0),
  price numeric(8, 2) not null default 4.99,
  weight double precision,
  released date check (released >= '1890-01-01'::date),
  public_id uuid not null default gen_random_uuid() unique,
  sequel_of integer references public.film on delete set null,
  country_id integer references public."Country",
  original_language text references public.language (code),
  moods public.film_rating[],
  keywords text[] default '{}',
  extra jsonb,
  raw json,
  poster bytea,
  seen_by int4range,
  title_upper text generated always as (upper(title)) stored,
  is_public boolean not null default true,
  address inet,
  starts_at time,
  created_at timestamptz not null default now(),
  changed timestamp(3) without time zone,
  constraint film_years check (released is null or length_minutes is null or length_minutes < 1000),
  unique (title, released)
);
comment on table public.film is 'Feature film';
insert into public.film (title, country_id) values ('Dawn', 1), ('Noon', 1), ('Dusk', 2);
update public.film set sequel_of = 1 where film_id = 3;

create table public.actor (id serial primary key, first_name text not null, last_name text not null);
insert into public.actor (first_name, last_name) values ('Ada', 'Berg'), ('Bo', 'Cho'), ('Cy', 'Dahl');

create table public.film_actor (
  film_id integer references public.film on delete cascade,
  actor_id integer references public.actor,
  billing_order smallint,
  created timestamptz not null default now(),
  primary key (film_id, actor_id)
);
insert into public.film_actor values (1, 1, 2), (1, 2, 1), (2, 2, 1);

create table public.actor_friends (
  actor_id integer not null references public.actor on delete cascade,
  friend_id integer not null references public.actor on delete cascade,
  primary key (actor_id, friend_id)
);
insert into public.actor_friends values (1, 2);

create table public."ActorCountry" (
  "ActorID" integer not null references public.actor on delete cascade,
  "CountryID" integer not null references public."Country",
  "SortOrder" integer,
  "Since" date default current_date,
  primary key ("ActorID", "CountryID")
);
insert into public."ActorCountry" ("ActorID", "CountryID", "SortOrder") values (1, 2, 1), (1, 1, 2);

create table public."odd joins" (
  "the actor" integer not null references public.actor,
  "the country" integer not null references public."Country",
  primary key ("the actor", "the country")
);

create table public.film_country (
  id bigserial primary key,
  film_id integer not null references public.film on delete cascade,
  country_id integer not null references public."Country",
  share public.percentage default 100,
  unique (film_id, country_id)
);
insert into public.film_country (film_id, country_id) values (1, 1), (1, 2);

create table public.film_prize (
  film_id integer references public.film,
  country_id integer references public."Country",
  amount money not null,
  primary key (film_id, country_id)
);

create table public.film_detail (
  film_id integer primary key references public.film on delete cascade,
  tagline text
);
insert into public.film_detail values (1, 'It rises');

create table public.seat (row_no integer, seat_no integer, colour text, primary key (row_no, seat_no));
create table public.ticket (
  id serial primary key, row_no integer, seat_no integer, holder text not null,
  during tsrange,
  foreign key (row_no, seat_no) references public.seat,
  constraint ticket_holder check (holder <> '')
);
create table public.booking (
  id serial primary key, room integer not null, during_days int4range not null default '[1,2)',
  exclude using gist (during_days with &&)
);

create table public.log (happened timestamptz, message text);

create table public.person (uid uuid primary key default gen_random_uuid(), number serial unique, name text not null);
insert into public.person (name) values ('Ada');

create table public.device (uid uuid primary key default gen_random_uuid(), name text not null);

create table public.visit (
  visit_id bigint generated by default as identity, day date not null, film_id integer references public.film,
  note text, primary key (visit_id, day)
) partition by range (day);
create table public.visit_2024 partition of public.visit for values from ('2024-01-01') to ('2025-01-01');
create table public.visit_2025 partition of public.visit for values from ('2025-01-01') to ('2026-01-01');
insert into public.visit (day, film_id, note) values ('2024-05-05', 1, 'first'), ('2025-05-05', 2, 'second');

create view public.film_list as
  select f.film_id as id, f.title, c."CountryName" as country from public.film f
  left join public."Country" c on c."CountryID" = f.country_id;
create view public.busy_days as select day, count(*) as visits from public.visit group by day;
create view public.pairs as select a.id as one, b.id as other from public.actor a cross join public.actor b;
create materialized view public.film_totals as
  select film_id, count(*) as actors from public.film_actor group by film_id;
create unique index on public.film_totals (film_id);

create table public."select" (
  id serial primary key, "order" integer, "from" text, "user" text, "group" text, "e" text, "o" text, "m" text
);
insert into public."select" ("order", "from", "e") values (1, 'here', 'E');

create table public.odd (
  pk serial primary key, id text not null default 'x', version integer, dateins text, _links text, _type text, page text
);
insert into public.odd (version, dateins, _links) values (7, 'long ago', 'none');

create table public.p (id serial primary key, film_id integer references public.film, m text);
insert into public.p (film_id, m) values (1, 'M');

create table public.${LONG_NAME} (id serial primary key, ${LONG_COLUMN} text);

create table public."Case" (id serial primary key, "Name" text, name text, "NAME" text);
create table public."case" (id serial primary key, name text);
create table public."with.dot" (id serial primary key);

create table shop.users (id serial primary key, name text not null, secret xml);
insert into shop.users (name) values ('somebody');

create table shop.customer (
  "Customer No" bigserial primary key,
  "E-Mail" text not null unique,
  joined timestamp not null default '2020-01-01',
  country integer references public."Country" on delete restrict
);
insert into shop.customer ("E-Mail", country) values ('ada@example.com', 1);
create table shop."Order" (
  id integer primary key,
  customer bigint not null references shop.customer,
  parent_order integer references shop."Order",
  total numeric(10, 2) check (total > 0)
);
insert into shop."Order" values (1000, 1, null, 5), (1001, 1, 1000, 7);
create table "Old Shop"."Customer" (id serial primary key, name text);

create function public.refuse_monday() returns trigger language plpgsql as $$
  begin
    if new.note = 'monday' then raise exception 'no visits on mondays'; end if;
    return new;
  end $$;
create trigger refuse_monday before insert or update on public.visit
  for each row execute function public.refuse_monday();
`

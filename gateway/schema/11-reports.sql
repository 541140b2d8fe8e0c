-- The requests of keys, and the search in old transactions.

-- In each bucket.

-- The requests of keys that are watched, kept for some minutes. A record has nothing of a body, of
-- a query or of a header.
create table request_records (
  merchant_id uuid not null,
  client_id text not null,
  -- The database's time of the write. Readers look back by it, because a request that began earlier
  -- may be written later.
  recorded_at timestamptz not null default now(),
  -- The X-Request-Id. It holds the instant at which the request began.
  id uuid not null,
  environment text not null check (environment in ('test', 'live')),
  method text not null,
  path text not null,
  -- The operationId of the API document; null for a route that doesn't exist.
  operation text,
  status bigint not null,
  duration_ms bigint not null,
  is_replay boolean not null,
  code text,
  -- How many other requests of the key were left out of this write, because there were too many.
  omitted bigint not null,
  -- The names of fields of the body that the operation doesn't have, separated by commas.
  unknown_fields text,
  primary key (merchant_id, client_id, recorded_at, id)
);

create index request_records_expiry on request_records (recorded_at);

-- What is searched of a merchant's older live charges and payouts, packed by a worker. A search by
-- name, document or amount reads it from the newest chunk to the oldest. Indexes of names and
-- documents on the tables themselves would make each charge dearer; this costs creation nothing.
create table search_chunks (
  merchant_id uuid not null,
  -- Ids of the test environment may be those of a test clock, so older ones may still appear.
  environment text not null check (environment = 'live'),
  type text not null check (type in ('charge', 'payout')),
  -- The chunk has all ids of the scope from `from_id` to before `before_id`. The first chunk of a
  -- scope begins at the smallest id, and each other one where the last one ends.
  from_id uuid not null,
  before_id uuid not null,
  -- Newest first, 16 bytes each.
  ids bytea not null,
  -- A line for each id, in the same order: the words of name, description, e-mail, reference and
  -- Pix key in the form in which they are searched.
  lines text not null,
  -- The different words of all lines: most searches read only these. Null in a chunk of an older
  -- version, which is packed again.
  words text,
  -- A line for each id, in the same order: document and amount.
  numbers text,
  primary key (merchant_id, environment, type, before_id)
);

create index search_chunks_outdated on search_chunks (merchant_id, environment, type, before_id)
  where words is null;

-- Not compressed: one id is read alone, and a search reads lines as fast as they can be copied.
alter table search_chunks alter column ids set storage external;
alter table search_chunks alter column lines set storage external;
alter table search_chunks alter column words set storage external;
alter table search_chunks alter column numbers set storage external;

-- The requests of keys, for the panel: some of each second, with what their bodies say without
-- persons and secrets. A partition a day; old ones are dropped.
create table request_log (
  merchant_id uuid not null,
  environment text not null,
  -- The X-Request-Id. It holds the instant at which the request began.
  id uuid not null,
  client_id text not null,
  method text not null,
  path text not null,
  -- The operationId of the API document; null for a route that doesn't exist.
  operation text,
  status bigint not null,
  duration_ms bigint not null,
  is_replay boolean not null,
  code text,
  -- JSON with masked texts, cut; null without a body.
  request_body text,
  answer_body text,
  -- How many other requests of the key were left out just then.
  omitted bigint not null,
  -- As in request_records.
  unknown_fields text,
  primary key (merchant_id, environment, id)
) partition by range (id);

-- The payers of charges: one row for each CPF or CNPJ of a scope, with the name and the e-mail of
-- its newest charge. Background work and readers write it, never the creation of a charge.
create table customers (
  merchant_id uuid not null,
  environment text not null check (environment in ('test', 'live')),
  -- Derived from the document with a key of the installation, so that it may stand in addresses.
  id uuid not null,
  document text not null,
  name text not null,
  email text,
  -- Until the first charge the id of a subscription of the payer.
  first_charge_id uuid not null,
  last_charge_id uuid not null,
  -- The words of name and e-mail and the document, each with a mark of the scope before it.
  words tsvector not null,
  primary key (merchant_id, environment, id)
) with (
  autovacuum_vacuum_scale_factor = 0.02,
  autovacuum_vacuum_threshold = 10000,
  autovacuum_vacuum_insert_scale_factor = 0.02,
  autovacuum_analyze_scale_factor = 0.01
);

create index customers_by_last_charge on customers (environment, merchant_id, last_charge_id);
create index customers_by_words on customers using gin (words);

-- The charges of each customer. An index of the charges themselves would make each charge dearer.
create table customer_charges (
  merchant_id uuid not null,
  environment text not null check (environment in ('test', 'live')),
  customer_id uuid not null,
  charge_id uuid not null,
  primary key (merchant_id, environment, customer_id, charge_id)
) with (
  autovacuum_vacuum_insert_scale_factor = 0.02,
  autovacuum_analyze_scale_factor = 0.01
);

-- How far the charges of a scope have their customers. Every transaction that writes customers of
-- the scope holds the lock of this row.
create table customer_cursors (
  merchant_id uuid not null,
  environment text not null check (environment in ('test', 'live')),
  -- All charges with smaller ids have their customer.
  before_id uuid not null,
  primary key (merchant_id, environment)
);

-- What members write about a customer, for each other.
create table customer_notes (
  merchant_id uuid not null,
  environment text not null check (environment in ('test', 'live')),
  customer_id uuid not null,
  id uuid not null,
  text text not null check (length(text) between 1 and 2000),
  author_name text not null,
  created_at timestamptz not null,
  primary key (merchant_id, environment, customer_id, id)
);

-- Requests to erase the personal data of a customer. Its row and notes are deleted with the request;
-- its charges follow in steps.
create table customer_erasures (
  merchant_id uuid not null,
  environment text not null check (environment in ('test', 'live')),
  id uuid not null,
  customer_id uuid not null,
  -- The newest charge that is erased: later ones are of a new customer.
  through_charge_id uuid not null,
  erased_count bigint not null default 0 check (erased_count >= 0),
  requested_at timestamptz not null,
  finished_at timestamptz,
  primary key (merchant_id, environment, id)
);

create index customer_erasures_open on customer_erasures (id) where finished_at is null;

-- The files of closings that a merchant has chosen, once for all addresses. Every change of its
-- addresses, and every mail with a closing, locks this row.
create table closing_settings (
  merchant_id uuid primary key,
  formats text[] not null
    check (formats <@ '{pdf,xlsx,csv,ofx}'::text[] and cardinality(formats) > 0)
);

-- The addresses that get closings by mail. An address gets none before it has confirmed once.
create table closing_recipients (
  merchant_id uuid not null,
  id uuid not null,
  email text not null,
  language text not null check (language in ('pt-BR', 'en')),
  -- When the last link to confirm was mailed.
  invited_at timestamptz not null,
  confirmed_at timestamptz,
  primary key (merchant_id, id)
);

create unique index closing_recipients_email on closing_recipients (merchant_id, email);

-- The next period of each kind that an address gets. A mail and the step to the period after it are
-- one transaction, so each period is mailed once.
create table closing_mailings (
  merchant_id uuid not null,
  address_id uuid not null,
  period text not null check (period in ('month', 'week', 'day')),
  -- The first day of the period, at Brasília.
  first_day date not null,
  -- Null until the address has confirmed.
  due_at timestamptz,
  primary key (merchant_id, address_id, period)
);

create index closing_mailings_due on closing_mailings (due_at);

-- In each bucket. The payers of charges with what each of them paid, and the erasure of their data.

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

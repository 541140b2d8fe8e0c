-- In each bucket. Lots of charges of the Central Bank's API, and their lines.

-- Lots of charges of the Central Bank's API. The charges of a lot are made by a batch of charges;
-- those that were refused are made by another batch when the lot is sent again.
create table api_pix_lots (
  merchant_id uuid not null,
  environment text not null check (environment in ('test', 'live')),
  -- The id that the merchant chose, and the number that answers have.
  name text not null check (length(name) between 1 and 100),
  number bigint not null check (number between 1 and 2147483647),
  description text not null,
  line_count bigint not null check (line_count between 1 and 10000),
  client_id text not null,
  created_at timestamptz not null,
  -- Counts the requests that were accepted, with a digest of the last one.
  request_count bigint not null default 1 check (request_count >= 1),
  request_digest bytea not null,
  -- When the worker continues to change the lot's charges, and leases the lot until then; null when
  -- no change waits.
  due_at timestamptz,
  primary key (merchant_id, environment, name)
);

create unique index api_pix_lots_by_number on api_pix_lots (merchant_id, environment, number);
create index api_pix_lots_by_time on api_pix_lots (merchant_id, environment, created_at, number);
create index api_pix_lots_due on api_pix_lots (environment, due_at) where due_at is not null;
create index api_pix_lots_changing on api_pix_lots (merchant_id, environment)
  where due_at is not null;

-- The charges of lots by their txids, which no other lot and no other door may use.
create table api_pix_lot_lines (
  merchant_id uuid not null,
  environment text not null check (environment in ('test', 'live')),
  lot bigint not null,
  line bigint not null check (line >= 0),
  txid text not null check (txid ~ '^[a-zA-Z0-9]{26,35}$'),
  -- The batch that makes the charge, in its line of the same number.
  batch_id uuid not null,
  -- A change of the charge that waits for the worker. It names the payer, so it is deleted when the
  -- charge is changed and when the change is refused.
  change json,
  payer_document text,
  -- Why the last change was refused.
  problem json,
  -- How often the change has failed by a fault of the gateway.
  attempts bigint not null default 0,
  primary key (merchant_id, environment, lot, line),
  constraint lot_line_keeps_no_payer check (change is not null or payer_document is null)
);

create unique index api_pix_lot_lines_by_txid on api_pix_lot_lines
  (merchant_id, environment, txid);
create index api_pix_lot_lines_changing on api_pix_lot_lines (merchant_id, environment, lot, line)
  where change is not null;
create index api_pix_lot_lines_of_payer on api_pix_lot_lines
  (merchant_id, environment, payer_document) where payer_document is not null;

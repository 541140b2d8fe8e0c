-- In each bucket. Reminders and receipts by e-mail to payers, where a merchant wants them.

-- Mails to the payers of a scope: what the merchant wants, and how far its charges were read for
-- it. Without reminders and receipts due_at is null, and no charge is read. The lock of the row is
-- held while mails of the scope are written.
create table payer_mail_settings (
  merchant_id uuid not null,
  environment text not null check (environment in ('test', 'live')),
  days_before bigint check (days_before between 1 and 15),
  on_due_day boolean not null default false,
  days_after bigint check (days_after between 1 and 15),
  receipts boolean not null default false,
  -- No reminder whose time was before the last change is sent.
  changed_at timestamptz not null,
  -- All charges with smaller ids have their reminders planned.
  planned_before_id uuid not null,
  -- The position of the last event that was read for receipts.
  paid_position bigint not null check (paid_position >= 0),
  -- How many mails were written on a day in Brasília.
  counted_day date,
  mail_count bigint not null default 0 check (mail_count >= 0),
  due_at timestamptz,
  primary key (merchant_id, environment)
);

create index payer_mail_settings_due on payer_mail_settings (due_at) where due_at is not null;

-- The mails to the payer of a charge: a row for each kind, so none is written twice. It has no
-- address; the mail itself is in the outbox.
create table payer_mails (
  merchant_id uuid not null,
  environment text not null check (environment in ('test', 'live')),
  charge_id uuid not null,
  kind text not null check (kind in ('before', 'on_due_day', 'after', 'receipt')),
  id uuid not null,
  -- `planned`: not due yet. `waiting`: in the outbox.
  status text not null check (status in ('planned', 'waiting', 'sent', 'skipped', 'failed')),
  -- Why it was skipped or has failed, and what the mail server answered, without the address.
  reason text,
  reply text,
  -- By the test clock of the charge, if it has one.
  planned_for timestamptz not null,
  -- The same; `infinity` while a test clock decides; null once it is not planned any more.
  due_at timestamptz,
  -- A keyed hash of merchant and address, while the data of the payer is kept.
  address_digest bytea,
  mail_id uuid,
  written_at timestamptz,
  ended_at timestamptz,
  primary key (merchant_id, environment, charge_id, kind),
  constraint payer_mails_planned check ((status = 'planned') = (due_at is not null)),
  constraint payer_mails_ended check ((status in ('planned', 'waiting')) = (ended_at is null))
) with (
  autovacuum_vacuum_scale_factor = 0.02,
  autovacuum_vacuum_insert_scale_factor = 0.02,
  autovacuum_analyze_scale_factor = 0.01
);

create index payer_mails_due on payer_mails (merchant_id, environment, due_at)
  where status = 'planned';
create index payer_mails_by_id on payer_mails (merchant_id, environment, id);
create index payer_mails_to_address on payer_mails (merchant_id, address_digest, written_at)
  where address_digest is not null;

-- The addresses that get no more mails of a merchant, as keyed hashes.
create table payer_mail_stops (
  merchant_id uuid not null,
  address_digest bytea not null,
  -- `refused`: the mail server refused the address for good.
  reason text not null check (reason in ('unsubscribed', 'refused')),
  reply text,
  stopped_at timestamptz not null,
  primary key (merchant_id, address_digest)
);

-- Reminders of charges in a test clock are due by it.
alter table test_clock_items drop constraint test_clock_items_kind_check;
alter table test_clock_items add constraint test_clock_items_kind_check
  check (kind in ('charge', 'payout', 'payout_return', 'refund', 'settlement', 'payer_mail',
    'delivery', 'dispute'));

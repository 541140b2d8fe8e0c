-- The bank's list of received payments is read in windows of time. Each window saves its progress:
-- after an error only the failed page is read again, and other windows are read meanwhile.
create table incoming_payment_windows (
  id uuid primary key,
  bank text not null,
  -- `new`: payments received since the last window. `backfill`: an older period that an operator
  -- requested. `refunds`: payments that the bank refunded, in whole or in part.
  purpose text not null check (purpose in ('new', 'backfill', 'refunds')),
  -- The period, with both instants included.
  from_at timestamptz not null,
  to_at timestamptz not null,
  next_page bigint not null default 0,
  -- When a worker continues to read; while one reads, when its claim expires.
  due_at timestamptz not null,
  -- The number of claims: only the worker with the latest claim may write.
  claim_count bigint not null default 0,
  -- Failures since its last progress, and the last reason.
  failure_count bigint not null default 0,
  failure text,
  check (to_at >= from_at)
);

create index incoming_payment_windows_due on incoming_payment_windows (bank, due_at);
create index incoming_payment_windows_open on incoming_payment_windows (bank, purpose, from_at);

-- Windows were opened up to this instant; all payments before the oldest open window are booked.
alter table incoming_payment_periods rename column complete_until to opened_until;
alter table incoming_payment_periods
  -- Payments received before it don't belong to this gateway.
  add column started_at timestamptz,
  add column refunds_looked_at timestamptz;

-- Payments in the bank's list that this version can't read; an operator resolves them.
create table unreadable_payments (
  bank text not null,
  -- The end-to-end id, or the digest of an item without one.
  item text not null,
  -- The field that can't be read.
  reason text not null,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  -- Set when an operator has resolved it by other means.
  resolved_at timestamptz,
  primary key (bank, item)
);

create index unreadable_payments_open on unreadable_payments (bank, item) where resolved_at is null;

-- What a bank received is read in windows of its list. Each window keeps its progress, so that a page that
-- fails is read again alone, and a window that fails keeps no other one from being read.
create table incoming_payment_windows (
  id uuid primary key,
  bank text not null,
  -- `new`: what was received since the last look. `backfill`: an older period, on an operator's demand.
  -- `refunds`: payments of which the bank gave something back.
  purpose text not null check (purpose in ('new', 'backfill', 'refunds')),
  -- Both included.
  from_at timestamptz not null,
  to_at timestamptz not null,
  next_page bigint not null default 0,
  -- When a worker reads on; while one does, when another may.
  due_at timestamptz not null,
  -- Counts the claims: who claimed it last may write.
  claim_count bigint not null default 0,
  -- Since its last progress, and why.
  failure_count bigint not null default 0,
  failure text,
  check (to_at >= from_at)
);

create index incoming_payment_windows_due on incoming_payment_windows (bank, due_at);
create index incoming_payment_windows_open on incoming_payment_windows (bank, purpose, from_at);

-- Up to when windows were opened; booked is everything before the oldest window that is still open.
alter table incoming_payment_periods rename column complete_until to opened_until;
alter table incoming_payment_periods
  -- What was received before is none of this gateway's.
  add column started_at timestamptz,
  add column refunds_looked_at timestamptz;

-- Payments that the bank lists in a form that this version can't read: set aside, for an operator.
create table unreadable_payments (
  bank text not null,
  -- The end-to-end id, or the digest of an item without one.
  item text not null,
  -- The field.
  reason text not null,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  -- An operator dealt with it by other means.
  resolved_at timestamptz,
  primary key (bank, item)
);

create index unreadable_payments_open on unreadable_payments (bank, item) where resolved_at is null;

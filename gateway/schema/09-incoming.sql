-- What the bank received: payments, call-backs, reconciliation, and restored backups.

-- Call-backs as received, saved before they are answered; partitioned by the instant in the id.
create table bank_callbacks (
  id uuid primary key,
  bank text not null,
  body text not null,
  received_at timestamptz not null,
  -- Null after it was processed.
  due_at timestamptz,
  attempt_count bigint not null default 0,
  -- The process that claimed it last. When a process ends, its call-backs are due again by this.
  claimed_by uuid
) partition by range (id);

create index bank_callbacks_due on bank_callbacks (due_at) where due_at is not null;

-- Everything that the bank received before this instant is booked.
create table incoming_payment_periods (
  bank text primary key,
  opened_until timestamptz not null,
  -- Payments received before it don't belong to this gateway.
  started_at timestamptz,
  refunds_looked_at timestamptz,
  -- Older refunds of the special mechanism are not booked: an operator may have settled them by
  -- hand.
  returns_booked_from timestamptz,
  -- When windows for refunds of payments of every age were last opened.
  old_refunds_looked_at timestamptz
);

-- The bank's list of received payments is read in windows of time. Each window saves its progress:
-- after an error only the failed page is read again, and other windows are read meanwhile.
create table incoming_payment_windows (
  id uuid primary key,
  bank text not null,
  -- `new`: payments received since the last window. `backfill`: an older period that an operator
  -- requested. `refunds`: payments that the bank refunded, in whole or in part. `old_refunds`: as
  -- `refunds`, for older payments, less often.
  purpose text not null check (purpose in ('new', 'backfill', 'refunds', 'old_refunds')),
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

create index unreadable_payments_open on unreadable_payments (bank, item)
  where resolved_at is null;

-- Refunds (devoluções) of received payments that this gateway did not request: made at the bank's
-- own page, or by the Central Bank's special mechanism (MED).
create table unrequested_refunds (
  -- In the order in which they were found.
  id uuid primary key,
  bank text not null,
  -- The end-to-end id of the payment.
  end_to_end_id text not null,
  refund_id text not null,
  return_id text,
  amount_centavos bigint not null check (amount_centavos > 0),
  status text not null check (status in ('pending', 'done', 'failed')),
  -- True for the special mechanism; false for a refund that the account's owner requested.
  is_by_bank boolean not null,
  happened_at timestamptz not null,
  -- The day of `happened_at` in Brasília, whose report shows it.
  day date not null,
  found_at timestamptz not null,
  -- Why the special mechanism (MED) made the refund; null for every other refund.
  dispute_reason text check (dispute_reason in ('fraud', 'operational_failure', 'automatic_pix')),
  -- `waiting` and `booked` as the return of a dispute; `by_hand` is left to an operator.
  booking text not null default 'by_hand' check (booking in ('waiting', 'booked', 'by_hand')),
  -- When a worker tries to book it next.
  booking_due_at timestamptz,
  booking_attempts bigint not null default 0,
  booked_at timestamptz,
  -- Why the last attempt did not book it.
  booking_failure text,
  -- A refund of the special mechanism (MED) may fail at the bank after it was booked here.
  -- Operators see it until one of them marks the failure as seen.
  failure_seen_at timestamptz,
  unique (bank, end_to_end_id, refund_id),
  check ((booking = 'booked') = (booked_at is not null)),
  check ((booking = 'waiting') = (booking_due_at is not null)),
  check (booking = 'by_hand' or dispute_reason is not null)
);

create index unrequested_refunds_by_day on unrequested_refunds (bank, day);
create index unrequested_refunds_by_finding on unrequested_refunds (bank, found_at);
create index unrequested_refunds_by_booking on unrequested_refunds (bank, booked_at)
  where booking = 'booked';
create index unrequested_refunds_to_book on unrequested_refunds (booking_due_at)
  where booking = 'waiting' and status = 'done';

-- The daily comparison with the bank, and its discrepancies. A new comparison of a day replaces the
-- results in its row; the audit log has the person who asked for it.
create table reconciliation_reports (
  bank text not null,
  -- A day of Brasília.
  day date not null,
  -- When a worker makes the report; while one does, when its claim expires. Null when it is made.
  due_at timestamptz,
  -- Why the last attempt failed.
  failure text,
  made_at timestamptz,
  is_clean boolean,
  -- The number of items that were compared.
  received_count bigint,
  payout_count bigint,
  -- The balance that the bank reports; null for a bank that only receives.
  bank_balance_centavos bigint,
  ledger_balance_centavos bigint,
  -- Payouts that the bank may have debited, and payments that may not be in the ledger yet.
  outbound_in_transit_centavos bigint,
  inbound_in_transit_centavos bigint,
  discrepancy_count bigint,
  -- The first discrepancies.
  lines json,
  primary key (bank, day),
  check ((made_at is null) = (is_clean is null)),
  check ((made_at is null) = (lines is null)),
  check (is_clean = (discrepancy_count = 0)),
  check (due_at is not null or made_at is not null)
);

create index reconciliation_reports_due on reconciliation_reports (due_at)
  where due_at is not null;

-- Reconciliation compares a day in parts. Parts without discrepancies are saved until the day's
-- report is made, so that it doesn't start again from the first part when the bank stops answering.
create table reconciliation_parts (
  bank text not null,
  day date not null,
  from_at timestamptz not null,
  to_at timestamptz not null,
  made_at timestamptz not null,
  received_count bigint not null,
  payout_count bigint not null,
  refund_count bigint not null,
  primary key (bank, day, from_at)
);

-- Restored backups. The bank is ahead of a restored gateway, so that payouts and webhooks wait
-- until an operator has compared the days since then with the bank and confirms it.
create table restorations (
  restored_at timestamptz primary key,
  -- The last change that was restored: what the bank did later is not in this database.
  reached_at timestamptz not null,
  -- The name of the base backup.
  backup text not null,
  confirmed_at timestamptz,
  confirmed_by text,
  check (reached_at <= restored_at),
  check ((confirmed_at is null) = (confirmed_by is null)),
  check (confirmed_at >= restored_at)
);

-- One restoration may be open.
create unique index restorations_open on restorations (confirmed_at) nulls not distinct
  where confirmed_at is null;

-- As refuse_illegal_transition, for the column `state`.
create function incoming_payments_refuse_transition() returns trigger language plpgsql as $$
begin
  if old.state || ' > ' || new.state = any(tg_argv) then return new; end if;
  raise exception 'an incoming payment may not go from % to %', old.state, new.state
    using errcode = 'restrict_violation';
end
$$;

-- An assignment is undone once and never changed.
create function incoming_payment_assignments_refuse_change() returns trigger
language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.undone_at is null and new.undone_at is not null
    and (new.id, new.end_to_end_id, new.merchant_id, new.assigned_at, new.amount_centavos)
      = (old.id, old.end_to_end_id, old.merchant_id, old.assigned_at, old.amount_centavos) then
    return new;
  end if;
  raise exception 'an assignment is undone once and never changed'
    using errcode = 'restrict_violation';
end
$$;

-- A return of an incoming payment is never changed.
create function incoming_payment_returns_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'a return of an incoming payment is never changed'
    using errcode = 'restrict_violation';
end
$$;

-- In each bucket.

-- Every payment that the bank received, once. The table belongs to the platform, because a payment
-- that matches no charge has no merchant.
create table incoming_payments (
  end_to_end_id text primary key,
  -- The reference of its postings, for a payment that did not pay a charge.
  id uuid not null unique,
  bank text not null,
  txid text,
  pix_key text,
  amount_centavos bigint not null check (amount_centavos > 0),
  received_at timestamptz not null,
  booked_at timestamptz not null,
  state text not null check (state in ('charge', 'suspense', 'assigned', 'returned')),
  -- Why the payment paid no charge.
  reason text
    check (reason in ('unknown_charge', 'amount_differs', 'already_paid', 'another_key',
      'amount_unconfirmed')),
  merchant_id uuid,
  charge_id uuid,
  resolved_at timestamptz,
  -- What the special mechanism (MED) took back: of a payment in suspense, or of one that an
  -- operator assigned to a merchant, in parts.
  returned_centavos bigint not null default 0
    constraint incoming_payments_check2 check (returned_centavos between 0 and amount_centavos),
  -- What its charge asked for, if it paid the charge with another amount.
  expected_centavos bigint,
  check ((state = 'charge') = (reason is null)),
  check (state not in ('charge', 'assigned') or merchant_id is not null),
  check (state <> 'charge' or returned_centavos = 0),
  constraint incoming_payments_expected_check check (expected_centavos is null
    or (expected_centavos >= 1 and expected_centavos <> amount_centavos and state = 'charge'))
);

create index incoming_payments_in_suspense on incoming_payments (end_to_end_id)
  where state = 'suspense';
create index incoming_payments_by_instant on incoming_payments (received_at);
-- The payments that were taken with another amount, which operators read. They are few.
create index incoming_payments_with_other_amount on incoming_payments (id)
  where expected_centavos is not null;

create trigger incoming_payments_legal_transition before update of state on incoming_payments
  for each row when (old.state is distinct from new.state)
  execute function incoming_payments_refuse_transition('suspense > charge', 'suspense > assigned',
    'suspense > returned', 'assigned > suspense');

-- A wrong assignment of a suspended payment can be undone, once: the payment is in suspense again
-- and can be assigned again. So each assignment has its own row and its own postings.
create table incoming_payment_assignments (
  -- The reference of its postings.
  id uuid primary key,
  end_to_end_id text not null references incoming_payments,
  merchant_id uuid not null,
  assigned_at timestamptz not null,
  undone_at timestamptz,
  -- An operator assigns the payment's amount less its returns.
  amount_centavos bigint not null check (amount_centavos > 0)
);

create unique index incoming_payment_assignments_one_open
  on incoming_payment_assignments (end_to_end_id) where undone_at is null;
create index incoming_payment_assignments_of_payment
  on incoming_payment_assignments (end_to_end_id);

create trigger incoming_payment_assignments_undone_once
  before update or delete on incoming_payment_assignments
  for each row
  execute function incoming_payment_assignments_refuse_change();

-- Returns by the special mechanism, each booked once by the bank's id.
create table incoming_payment_returns (
  -- The reference of its posting.
  id uuid primary key,
  end_to_end_id text not null references incoming_payments,
  return_id text not null,
  amount_centavos bigint not null check (amount_centavos > 0),
  -- The assignment whose merchant was debited; null for a payment in suspense.
  assignment_id uuid references incoming_payment_assignments,
  returned_at timestamptz not null,
  booked_at timestamptz not null,
  refund_id text,
  unique (end_to_end_id, return_id)
);

create index incoming_payment_returns_of_assignment on incoming_payment_returns (assignment_id)
  where assignment_id is not null;
create unique index incoming_payment_returns_once_by_refund
  on incoming_payment_returns (end_to_end_id, refund_id) where refund_id is not null;

create trigger incoming_payment_returns_append_only
  before update or delete on incoming_payment_returns
  for each statement
  execute function incoming_payment_returns_refuse_change();
create trigger incoming_payment_returns_append_only_truncate
  before truncate on incoming_payment_returns
  for each statement
  execute function incoming_payment_returns_refuse_change();

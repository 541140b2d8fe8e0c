-- Disputes (MED) at the bank: its list is polled, and what it returns to payers is booked.

-- How the bank's list of disputes is read, one row for each bank.
create table dispute_polls (
  bank text primary key,
  -- When the list is read next; while one process reads it, when its claim expires.
  due_at timestamptz not null,
  -- When the list was last read completely.
  read_at timestamptz,
  -- Failures in a row, and the last reason.
  failure_count bigint not null default 0,
  failure text
);

alter table unrequested_refunds
  -- Why the special mechanism (MED) made the refund; null for every other refund.
  add column dispute_reason text
    check (dispute_reason in ('fraud', 'operational_failure', 'automatic_pix')),
  -- `waiting` and `booked` as the return of a dispute; `by_hand` is left to an operator.
  add column booking text not null default 'by_hand'
    check (booking in ('waiting', 'booked', 'by_hand')),
  -- When a worker tries to book it next.
  add column booking_due_at timestamptz,
  add column booking_attempts bigint not null default 0,
  add column booked_at timestamptz,
  -- Why the last attempt did not book it.
  add column booking_failure text,
  add check ((booking = 'booked') = (booked_at is not null)),
  add check ((booking = 'waiting') = (booking_due_at is not null)),
  add check (booking = 'by_hand' or dispute_reason is not null);

create index unrequested_refunds_by_booking on unrequested_refunds (bank, booked_at)
  where booking = 'booked';
create index unrequested_refunds_to_book on unrequested_refunds (booking_due_at)
  where booking = 'waiting' and status = 'done';

-- Refunds that the special mechanism made before this version are not booked by it: an operator may
-- have settled them by hand.
alter table incoming_payment_periods
  add column returns_booked_from timestamptz,
  -- When windows for refunds of payments of every age were last opened.
  add column old_refunds_looked_at timestamptz;
update incoming_payment_periods set returns_booked_from = now();

alter table incoming_payment_windows
  drop constraint incoming_payment_windows_purpose_check,
  add constraint incoming_payment_windows_purpose_check
    -- `old_refunds`: as `refunds`, for older payments, less often.
    check (purpose in ('new', 'backfill', 'refunds', 'old_refunds'));

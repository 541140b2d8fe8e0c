-- Real banks: charges that the bank hasn't confirmed yet, payments that the bank received, and its
-- call-backs.

-- A charge that is being registered at the bank. It becomes a charge when the bank has registered it,
-- and is deleted when the bank refuses it. After a crash the worker finishes it: it asks the bank by
-- the same txid.
create table charge_drafts (
  merchant_id uuid not null,
  environment text not null check (environment = 'live'),
  id uuid not null,
  -- The rows of the charge, without the code that the bank returns.
  draft json not null,
  idempotency_key text,
  created_at timestamptz not null,
  -- When the worker takes it over: later than the longest bank call of the request that made it.
  due_at timestamptz not null,
  primary key (merchant_id, environment, id)
);

create index charge_drafts_due on charge_drafts (due_at);

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
    check (reason in ('unknown_charge', 'amount_differs', 'already_paid', 'another_key')),
  merchant_id uuid,
  charge_id uuid,
  resolved_at timestamptz,
  check ((state = 'charge') = (reason is null)),
  check (state not in ('charge', 'assigned') or merchant_id is not null)
);

create index incoming_payments_in_suspense on incoming_payments (end_to_end_id) where state = 'suspense';
create index incoming_payments_by_instant on incoming_payments (received_at);

-- Call-backs as received, saved before they are answered; partitioned by the instant in the id (0035).
create table bank_callbacks (
  id uuid primary key,
  bank text not null,
  body text not null,
  received_at timestamptz not null,
  -- Null after it was processed.
  due_at timestamptz,
  attempt_count bigint not null default 0
) partition by range (id);

create index bank_callbacks_due on bank_callbacks (due_at) where due_at is not null;

-- Everything that the bank received before this instant is booked.
create table incoming_payment_periods (
  bank text primary key,
  complete_until timestamptz not null
);

-- How often a worker has claimed the payout: from the second claim on it asks the bank first.
alter table payouts add column send_count bigint not null default 0;

alter table ledger_accounts drop constraint ledger_accounts_account_check,
  add constraint ledger_accounts_account_check check (account in
    ('available', 'reserved', 'fees', 'bank', 'sandbox_adjustments', 'suspense'));

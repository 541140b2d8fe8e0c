-- In each bucket. The charges of live cycles at the bank. A Pix also pays a cycle that has failed here
-- or was canceled: money that arrived is never ignored.

-- The charges of live cycles at the bank: what the gateway wants there and what it has seen. The row
-- is committed with its cycle before the bank is called, so that the worker goes on after a time-out
-- or a crash.
create table subscription_bank_cycles (
  merchant_id uuid not null,
  environment text not null check (environment = 'live'),
  subscription_id uuid not null,
  cycle_on date not null,
  -- The id at the bank, which a Pix for the cycle names: that of the cycle's charge.
  txid text not null check (txid ~ '^[a-zA-Z0-9]{26,35}$'),
  due_on date not null,
  -- `kept`: the bank was asked to cancel it and refused.
  wanted text not null default 'exists' check (wanted in ('exists', 'ended', 'kept')),
  -- The day of a retry that the bank has not taken yet.
  retry_on date,
  -- What the bank said last, and since when; null until the bank has said anything.
  status text
    check (status in ('created', 'active', 'paid', 'expired', 'rejected', 'canceled')),
  seen_at timestamptz,
  -- The start of an attempt to change something at the bank that had no clear answer.
  called_at timestamptz,
  -- How many calls in a row had no answer.
  unanswered_count bigint not null default 0 check (unanswered_count >= 0),
  -- When the bank registered it, by our clock.
  registered_at timestamptz,
  -- When the bank is asked again; null when nothing is open.
  next_look_at timestamptz,
  primary key (merchant_id, environment, subscription_id, cycle_on),
  constraint subscription_bank_cycles_seen_check
    check ((status is null) = (seen_at is null) and (status is null) = (registered_at is null))
) with (
  fillfactor = 80,
  autovacuum_vacuum_scale_factor = 0.02,
  autovacuum_vacuum_insert_scale_factor = 0.02,
  autovacuum_analyze_scale_factor = 0.01
);

create unique index subscription_bank_cycles_by_txid on subscription_bank_cycles
  (txid, merchant_id, environment);
create index subscription_bank_cycles_due on subscription_bank_cycles (next_look_at)
  where next_look_at is not null;
create index subscription_bank_cycles_registered on subscription_bank_cycles (registered_at)
  where registered_at is not null;
-- Those that the bank calls paid while no Pix has arrived.
create index subscription_bank_cycles_without_pix on subscription_bank_cycles (seen_at)
  where status = 'paid' and next_look_at is not null;

drop trigger subscription_cycles_legal_transition on subscription_cycles;
create trigger subscription_cycles_legal_transition before update of status on subscription_cycles
  for each row when (old.status is distinct from new.status)
  execute function refuse_illegal_transition('scheduled > paid', 'scheduled > failed',
    'scheduled > canceled', 'failed > retrying', 'retrying > paid', 'retrying > failed',
    'retrying > canceled', 'failed > paid', 'canceled > paid');

alter table set_aside_work drop constraint set_aside_work_kind_check;
alter table set_aside_work add constraint set_aside_work_kind_check
  check (kind in ('charge', 'payout', 'payout_return', 'refund', 'incoming_payment',
    'settlement', 'dispute', 'dispute_defense', 'bank_refund', 'callback', 'payout_check',
    'refund_check', 'subscription', 'recurrence', 'bank_cycle'));

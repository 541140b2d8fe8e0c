-- In each bucket. Live subscriptions at the bank: their recurrences, and work on them set aside.

-- Live subscriptions at the bank: what the gateway wants there and what it has seen. The row is
-- committed with its subscription before the bank is called, so that the worker goes on after a
-- time-out or a crash.
create table subscription_recurrences (
  merchant_id uuid not null,
  environment text not null check (environment = 'live'),
  subscription_id uuid not null,
  -- Made of the id of the subscription: the bank's list finds a recurrence by it.
  contract text not null check (char_length(contract) between 1 and 35),
  wanted text not null default 'exists' check (wanted in ('exists', 'ended')),
  -- What the bank said last; null until it has made the recurrence.
  status text check (status in ('created', 'approved', 'rejected', 'expired', 'canceled')),
  -- The start of the first attempt to make it.
  called_at timestamptz not null,
  -- What the attempts need; null when the recurrence is made.
  draft json,
  -- The request to the payer at the payer's bank, of the journey that begins there.
  solicitation_id text,
  -- When the bank is asked again; null when both sides have ended.
  next_look_at timestamptz,
  primary key (merchant_id, environment, subscription_id),
  constraint subscription_recurrences_draft_check check ((status is null) = (draft is not null)),
  constraint subscription_recurrences_look_check
    check (next_look_at is not null or status in ('rejected', 'expired', 'canceled'))
) with (
  fillfactor = 80,
  autovacuum_vacuum_scale_factor = 0.02,
  autovacuum_vacuum_insert_scale_factor = 0.02,
  autovacuum_analyze_scale_factor = 0.01
);

create unique index subscription_recurrences_by_contract on subscription_recurrences
  (contract, merchant_id, environment);
create index subscription_recurrences_by_call on subscription_recurrences (called_at);
create index subscription_recurrences_due on subscription_recurrences (next_look_at)
  where next_look_at is not null;

alter table set_aside_work drop constraint set_aside_work_kind_check;
alter table set_aside_work add constraint set_aside_work_kind_check
  check (kind in ('charge', 'payout', 'payout_return', 'refund', 'incoming_payment',
    'settlement', 'dispute', 'dispute_defense', 'bank_refund', 'callback', 'payout_check',
    'refund_check', 'subscription', 'recurrence'));

-- Payouts and refunds without a clear answer of the bank. A refusal or "not found" after such an
-- attempt is not final: the bank may still have the first attempt in a queue.

alter table payouts
  -- The last attempt without a clear answer; null while the bank can't have got the order.
  add column uncertain_at timestamptz,
  -- The bank has shown it once: it is never sent again, even when the bank denies it later.
  add column is_known_at_bank boolean not null default false,
  -- The bank paid it after it had failed here.
  add column is_late boolean not null default false,
  -- The number of checks in a row without an answer of the bank.
  add column check_count bigint not null default 0,
  add constraint payouts_late_only_when_paid check (not is_late or status = 'paid');

alter table refunds
  add column uncertain_at timestamptz,
  add column is_known_at_bank boolean not null default false,
  add column is_late boolean not null default false,
  -- When the bank is asked next whether it made a failed refund after all.
  add column check_due_at timestamptz,
  add column check_count bigint not null default 0,
  add constraint refunds_late_only_when_done check (not is_late or status = 'done');

create index refunds_check_due on refunds (check_due_at) where check_due_at is not null;

-- Money that left the bank for a payout or refund that had failed here. An operator has acknowledged
-- it when `seen_at` is set.
create table late_bank_payments (
  merchant_id uuid not null,
  environment text not null check (environment = 'live'),
  -- The id of the payout or refund; its postings refer to it.
  id uuid not null,
  kind text not null check (kind in ('payout', 'refund')),
  amount_centavos bigint not null check (amount_centavos > 0),
  -- The part that no merchant's balance covered; the platform pays it.
  uncovered_centavos bigint not null check (uncovered_centavos between 0 and amount_centavos),
  found_at timestamptz not null,
  seen_at timestamptz,
  primary key (merchant_id, environment, id)
);

create index late_bank_payments_unseen on late_bank_payments (found_at) where seen_at is null;

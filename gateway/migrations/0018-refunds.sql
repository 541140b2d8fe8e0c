-- Refunds (devoluções): money of a payment that goes back to its payer, from the balance of the origin
-- and, for a split charge, of its recipients. It is reserved in the ledger before the bank is asked.

alter table charges
  add column refund_count bigint not null default 0 check (refund_count >= 0),
  -- The sums of pending refunds and of refunds that are done; failed ones are in neither.
  add column refunding_centavos bigint not null default 0 check (refunding_centavos >= 0),
  add column refunded_centavos bigint not null default 0 check (refunded_centavos >= 0),
  drop constraint charges_status_check,
  drop constraint charges_check1,
  drop constraint charges_check2,
  add constraint charges_status_check
    check (status in ('pending', 'paid', 'expired', 'partially_refunded', 'refunded')),
  add constraint charges_paid_at_check check (
    (status in ('paid', 'partially_refunded', 'refunded')) = (paid_at is not null)),
  add constraint charges_end_to_end_id_check check (
    (status in ('paid', 'partially_refunded', 'refunded')) = (end_to_end_id is not null)),
  add constraint charges_never_refunded_beyond_payment
    check (refunding_centavos + refunded_centavos <= amount_centavos),
  add constraint charges_refunded_check check (case status
    when 'refunded' then refunded_centavos = amount_centavos
    when 'partially_refunded' then refunded_centavos between 1 and amount_centavos - 1
    else refunded_centavos = 0 end),
  add constraint charges_refunding_check check (refund_count = 0 or paid_at is not null);

create table refunds (
  merchant_id uuid not null,
  environment text not null check (environment in ('test', 'live')),
  id uuid not null,
  charge_id uuid not null,
  status text not null check (status in ('pending', 'done', 'failed')),
  amount_centavos bigint not null check (amount_centavos > 0),
  -- The amount of the origin; the rest is in refund_allocations.
  origin_centavos bigint not null check (origin_centavos between 0 and amount_centavos),
  -- The origin refunds the recipients' shares too.
  merchant_absorbs boolean not null,
  reason text check (length(reason) between 1 and 140),
  -- The end-to-end id of the payment.
  end_to_end_id text not null,
  -- How often a worker has claimed it.
  send_count bigint not null default 0,
  created_at timestamptz not null,
  due_at timestamptz,
  done_at timestamptz,
  return_id text,
  failure_code text,
  failure_message text,
  primary key (merchant_id, environment, id),
  check ((status = 'pending') = (due_at is not null)),
  check ((status = 'done') = (done_at is not null)),
  check ((status = 'failed') = (failure_code is not null))
);

create index refunds_due on refunds (due_at) where status = 'pending';
create index refunds_of_charge on refunds (charge_id, merchant_id, environment, id);

create table refund_allocations (
  merchant_id uuid not null,
  environment text not null,
  refund_id uuid not null,
  recipient_id uuid not null check (recipient_id <> merchant_id),
  amount_centavos bigint not null check (amount_centavos > 0),
  primary key (merchant_id, environment, refund_id, recipient_id)
);

-- Endpoints that get all events of charges get the events of refunds too.
update webhook_endpoints set events = array_append(events, 'deposit.refunded')
  where events @> array['deposit.paid', 'deposit.expired', 'payout.paid', 'payout.failed']
    and not events @> array['deposit.refunded'];
alter table webhook_endpoints alter column events set default
  array['deposit.paid', 'deposit.expired', 'deposit.refunded', 'payout.paid', 'payout.failed'];

-- The money of paid charges may become available some days after the payment (the settlement delay),
-- and a part of it later still (the reserve). The operator sets both for each merchant.

alter table merchants
  add column settlement_delay_days bigint not null default 0
    check (settlement_delay_days between 0 and 365),
  -- Whether the delay counts business days: Brazil's bank days.
  add column settlement_business_days boolean not null default false,
  add column reserve_basis_points bigint not null default 0
    check (reserve_basis_points between 0 and 10000),
  add column reserve_days bigint not null default 0 check (reserve_days between 0 and 365),
  add constraint merchants_reserve check ((reserve_basis_points = 0) = (reserve_days = 0)),
  add constraint merchants_sandbox_settles check (not is_sandbox
    or settlement_delay_days = 0 and reserve_days = 0);

-- What becomes available to a merchant on one day: one row, so that the next days are read and
-- settled without reading the payments.
create table settlements (
  merchant_id uuid not null,
  environment text not null check (environment in ('test', 'live')),
  -- The reference of its posting.
  id uuid not null,
  -- A day at Brasília.
  due_on date not null,
  -- What waits, or what was settled.
  amount_centavos bigint not null check (amount_centavos >= 0),
  status text not null check (status in ('waiting', 'settled')),
  created_at timestamptz not null,
  settled_at timestamptz,
  primary key (merchant_id, environment, id),
  constraint settlements_settled check ((status = 'settled') = (settled_at is not null))
);
create unique index settlements_next on settlements (merchant_id, environment, due_on)
  where status = 'waiting';
create index settlements_due on settlements (due_on, id) where status = 'waiting';

create trigger settlements_legal_transition before update of status on settlements
  for each row when (old.status is distinct from new.status)
  execute function refuse_illegal_transition('waiting > settled');

create function settlements_refuse_late_change() returns trigger language plpgsql as $$
begin
  raise exception 'a settlement that has ended does not change'
    using errcode = 'restrict_violation';
end
$$;
create trigger settlements_final before update on settlements
  for each row when (old.status = 'settled') execute function settlements_refuse_late_change();

-- What one charge added to a settlement, and what refunds took of it before its day.
create table settlement_parts (
  merchant_id uuid not null,
  environment text not null,
  charge_id uuid not null,
  kind text not null check (kind in ('payment', 'reserve')),
  settlement_id uuid not null,
  amount_centavos bigint not null check (amount_centavos > 0),
  refunded_centavos bigint not null default 0,
  primary key (merchant_id, environment, charge_id, kind),
  constraint settlement_parts_refunded
    check (refunded_centavos between 0 and amount_centavos),
  foreign key (merchant_id, environment, settlement_id) references settlements
);
create index settlement_parts_of_settlement
  on settlement_parts (settlement_id, merchant_id, environment);

-- What a refund took of a charge's waiting parts. When it fails before the part's day, it gives back.
create table settlement_refunds (
  merchant_id uuid not null,
  environment text not null,
  refund_id uuid not null,
  kind text not null,
  charge_id uuid not null,
  amount_centavos bigint not null check (amount_centavos > 0),
  returned_at timestamptz,
  primary key (merchant_id, environment, refund_id, kind),
  foreign key (merchant_id, environment, charge_id, kind) references settlement_parts
);
create index settlement_refunds_of_refund
  on settlement_refunds (refund_id, merchant_id, environment);

alter table set_aside_work drop constraint set_aside_work_kind_check,
  add constraint set_aside_work_kind_check
    check (kind in ('charge', 'payout', 'refund', 'incoming_payment', 'settlement'));

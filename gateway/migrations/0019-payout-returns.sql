-- Money of a sent Pix that the receiver's bank gave back: after the payout was paid, whole or in parts.

create table payout_returns (
  merchant_id uuid not null,
  environment text not null check (environment = 'live'),
  payout_id uuid not null,
  -- The bank's id of the return (RtrId): each is booked once.
  return_id text not null,
  -- What its posting refers to.
  id uuid not null,
  amount_centavos bigint not null check (amount_centavos > 0),
  created_at timestamptz not null,
  primary key (merchant_id, environment, payout_id, return_id)
);

alter table payouts
  add column returned_centavos bigint not null default 0
    check (returned_centavos between 0 and amount_centavos),
  -- When the bank is asked next whether something of a paid payout came back.
  add column check_due_at timestamptz;

create index payouts_check_due on payouts (check_due_at) where check_due_at is not null;

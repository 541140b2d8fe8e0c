-- Money that the receiving bank sent back after a payout was paid, as a whole or in parts.

create table payout_returns (
  merchant_id uuid not null,
  environment text not null check (environment = 'live'),
  payout_id uuid not null,
  -- The bank's id of the return (RtrId): each return is booked once.
  return_id text not null,
  -- The reference of its posting.
  id uuid not null,
  amount_centavos bigint not null check (amount_centavos > 0),
  created_at timestamptz not null,
  primary key (merchant_id, environment, payout_id, return_id)
);

alter table payouts
  add column returned_centavos bigint not null default 0
    check (returned_centavos between 0 and amount_centavos),
  -- When the bank is asked next about a payout that has ended here.
  add column check_due_at timestamptz;

create index payouts_check_due on payouts (check_due_at) where check_due_at is not null;

-- Where the verification of a book goes on: what was verified once is not read again each day.

-- The rows of a book were read at one instant, so they cut no posting in two.
create table ledger_checkpoints (
  merchant_id uuid not null,
  environment text not null,
  account text not null,
  -- Entries up to this one were verified, and summed to the balance.
  entry_count bigint not null check (entry_count >= 0),
  balance_centavos bigint not null,
  primary key (merchant_id, environment, account)
);

create table ledger_verified_scopes (
  merchant_id uuid not null,
  environment text not null,
  verified_at timestamptz not null,
  -- From its first entry on. Books take turns at this.
  fully_verified_at timestamptz not null,
  primary key (merchant_id, environment)
);

create index ledger_verified_scopes_by_turn on ledger_verified_scopes (fully_verified_at);

-- One verification at a time, by whichever process: a lease that ends by itself.
create table ledger_verification_lease (
  is_only_row boolean primary key default true check (is_only_row),
  holder uuid,
  held_until timestamptz not null
);
insert into ledger_verification_lease (held_until) values ('-infinity');

alter table ledger_verifications add column is_full boolean not null default false;

-- What the laws look rows up by.
create index payout_returns_by_id on payout_returns (id);
create index refund_allocations_borne on refund_allocations (recipient_id, environment, refund_id);
create index late_bank_payments_by_id on late_bank_payments (id);

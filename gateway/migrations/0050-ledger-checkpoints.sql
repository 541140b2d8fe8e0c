-- The state up to which a ledger scope was verified: the daily verification starts there.

-- The rows of a scope belong to one instant, so that each posting is before or after all of them.
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
  -- The last verification from the first entry on. Each day some scopes get one.
  fully_verified_at timestamptz not null,
  primary key (merchant_id, environment)
);

create index ledger_verified_scopes_by_turn on ledger_verified_scopes (fully_verified_at);

-- The lease of verifications: one process verifies at a time. It expires when the process dies.
create table ledger_verification_lease (
  is_only_row boolean primary key default true check (is_only_row),
  holder uuid,
  held_until timestamptz not null
);
insert into ledger_verification_lease (held_until) values ('-infinity');

alter table ledger_verifications add column is_full boolean not null default false;

-- Indexes for the checks of ledger rules.
create index payout_returns_by_id on payout_returns (id);
create index refund_allocations_borne on refund_allocations (recipient_id, environment, refund_id);
create index late_bank_payments_by_id on late_bank_payments (id);

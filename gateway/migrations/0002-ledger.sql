-- The double-entry ledger. Amounts are signed centavos: credits positive, debits negative.
-- Every posting belongs to one merchant and sums to zero, so that it stays in one shard and no row
-- is shared by all merchants. Entries are never changed or deleted.

create table ledger_accounts (
  merchant_id uuid not null,
  environment text not null check (environment in ('test', 'live')),
  account text not null
    check (account in ('available', 'reserved', 'fees', 'bank', 'sandbox_adjustments')),
  balance_centavos bigint not null default 0,
  entry_count bigint not null default 0,
  may_be_negative boolean not null,
  primary key (merchant_id, environment, account),
  constraint ledger_accounts_not_overdrawn check (may_be_negative or balance_centavos >= 0)
);

create table ledger_postings (
  merchant_id uuid not null,
  environment text not null,
  -- The charge, payout or reset of the posting. Each has one posting of a kind.
  reference_id uuid not null,
  kind text not null,
  created_at timestamptz not null,
  primary key (merchant_id, environment, reference_id, kind)
);

create table ledger_entries (
  merchant_id uuid not null,
  environment text not null,
  account text not null,
  -- The number of the entry in its account, from 1 without gaps, so that a missing entry is found.
  sequence bigint not null check (sequence > 0),
  reference_id uuid not null,
  kind text not null,
  amount_centavos bigint not null check (amount_centavos <> 0),
  balance_after_centavos bigint not null,
  created_at timestamptz not null,
  primary key (merchant_id, environment, account, sequence)
);

create function ledger_refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is append-only: % on % is refused', tg_op, tg_table_name
    using errcode = 'restrict_violation';
end
$$;

create trigger ledger_entries_append_only before update or delete or truncate on ledger_entries
  for each statement execute function ledger_refuse_change();
create trigger ledger_postings_append_only before update or delete or truncate on ledger_postings
  for each statement execute function ledger_refuse_change();

-- One statement writes all entries of a posting, so one check for each statement is enough.
create function ledger_check_zero_sum() returns trigger language plpgsql as $$
begin
  if exists (
    select from inserted
    group by merchant_id, environment, reference_id, kind
    having sum(amount_centavos) <> 0
  ) then
    raise exception 'the entries of a posting must sum to zero' using errcode = 'check_violation';
  end if;
  return null;
end
$$;

create trigger ledger_entries_zero_sum after insert on ledger_entries
  referencing new table as inserted
  for each statement execute function ledger_check_zero_sum();

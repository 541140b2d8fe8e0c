-- The double-entry ledger, its verification, holds, debts and settlements.

-- Verifications of the ledger with their results: one a day, and those that a person requested.
create table ledger_verifications (
  id uuid primary key,
  -- The day of a daily verification; null for a requested one.
  day date unique,
  status text not null check (status in ('waiting', 'running', 'done')),
  asked_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  is_clean boolean,
  -- Each rule with the number of rows checked, and the first rows that break it.
  laws json,
  -- Whether it began at the first entries instead of the checkpoints.
  is_full boolean not null default false,
  check ((status = 'done') = (finished_at is not null and is_clean is not null))
);

create index ledger_verifications_open on ledger_verifications (id) where status <> 'done';

-- The lease of verifications: one process verifies at a time. It expires when the process dies.
create table ledger_verification_lease (
  is_only_row boolean primary key default true check (is_only_row),
  holder uuid,
  held_until timestamptz not null
);

insert into ledger_verification_lease (held_until) values ('-infinity');

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

-- Only the sandbox has openings.
create function ledger_check_opening() returns trigger language plpgsql as $$
begin
  if not exists (
    select from public.merchants where merchant_id = new.merchant_id and is_sandbox
  ) then
    raise exception 'only the sandbox has openings' using errcode = 'restrict_violation';
  end if;
  if tg_op = 'UPDATE' and new.entry_count < old.entry_count then
    raise exception 'an opening only moves forward' using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;

-- Whether rows of a ledger scope from an instant may be deleted. The ten minutes allow for clocks
-- of processes that differ. Only the sandbox has openings, and it is in b0.
create function may_be_deleted(
  of_merchant uuid, in_environment text, happened_at timestamptz
) returns boolean language sql stable as $$
  select exists (
    select from b0.ledger_openings
    where merchant_id = of_merchant and environment = in_environment
      and happened_at <= opened_at + interval '10 minutes'
  )
$$;

-- Every role, even the owner, may delete only entries and postings that an opening covers. Citus
-- can't join the rows of a trigger with a table that it has placed, and a trigger may read tables
-- of its own node only. So the triggers ask the openings of their bucket, once for each account or
-- merchant: all deleted rows are covered if the last one is.
create function ledger_refuse_deleted_entries() returns trigger
language plpgsql as $$
declare
  deleted record;
  is_covered boolean;
begin
  for deleted in
    select merchant_id, environment, account, max(sequence) as last from removed
    group by merchant_id, environment, account
  loop
    execute format('select exists (select from %I.ledger_openings
        where (merchant_id, environment, account) = ($1, $2, $3) and $4 <= entry_count)',
      tg_table_schema)
    into is_covered using deleted.merchant_id, deleted.environment, deleted.account, deleted.last;
    if not is_covered then
      raise exception 'the ledger is append-only: % on % is refused', tg_op, tg_table_name
        using errcode = 'restrict_violation';
    end if;
  end loop;
  return null;
end
$$;

-- As before, for tables whose rows have the time of their posting.
create function ledger_refuse_deleted_postings() returns trigger
language plpgsql as $$
declare
  deleted record;
  is_covered boolean;
begin
  for deleted in
    select merchant_id, environment, max(created_at) as last from removed
    group by merchant_id, environment
  loop
    execute format('select exists (select from %I.ledger_openings
        where (merchant_id, environment) = ($1, $2)
          and $3 <= opened_at + interval ''10 minutes'')', tg_table_schema)
    into is_covered using deleted.merchant_id, deleted.environment, deleted.last;
    if not is_covered then
      raise exception 'the ledger is append-only: % on % is refused', tg_op, tg_table_name
        using errcode = 'restrict_violation';
    end if;
  end loop;
  return null;
end
$$;

-- What was settled stays as it is.
create function settlements_refuse_late_change() returns trigger language plpgsql as $$
begin
  raise exception 'a settlement that has ended does not change'
    using errcode = 'restrict_violation';
end
$$;

-- The rows that statements take as one parameter (row-type.ts). A version that needs other columns
-- makes a new type, because an older one may run beside it.
create type public.ledger_account_key as (merchant_id uuid, environment text, account text);
create type public.ledger_account_state as (
  merchant_id uuid, environment text, account text, balance_centavos bigint, entry_count bigint,
  uncovered_centavos bigint
);
create type public.new_ledger_posting as (
  merchant_id uuid, environment text, reference_id uuid, kind text
);
create type public.new_ledger_entry as (
  merchant_id uuid, environment text, account text, sequence bigint, reference_id uuid, kind text,
  amount_centavos bigint, balance_after_centavos bigint
);

-- In each bucket.

-- The accounts of the ledger. Amounts are signed centavos: credits positive, debits negative.
create table ledger_accounts (
  merchant_id uuid not null,
  environment text not null check (environment in ('test', 'live')),
  account text not null
    check (account in ('available', 'reserved', 'fees', 'bank', 'sandbox_adjustments', 'suspense',
      'operator', 'blocked', 'debt', 'pending_settlement')),
  balance_centavos bigint not null default 0,
  entry_count bigint not null default 0,
  may_be_negative boolean not null,
  -- On `available` only: the scope's debt plus what its open holds have not blocked yet. A posting
  -- reads it under the lock that it takes anyway, so most scopes need no other query.
  uncovered_centavos bigint not null default 0,
  primary key (merchant_id, environment, account),
  constraint ledger_accounts_not_overdrawn check (may_be_negative or balance_centavos >= 0),
  constraint ledger_accounts_debt check (account <> 'debt' or balance_centavos <= 0),
  constraint ledger_accounts_uncovered
    check (uncovered_centavos >= 0 and (account = 'available' or uncovered_centavos = 0))
) with (
  fillfactor = 50,
  autovacuum_vacuum_scale_factor = 0.02,
  autovacuum_vacuum_threshold = 1000
);

-- Every posting belongs to one merchant and sums to zero, so no row is shared by all merchants.
-- Postings and entries are never changed, and deleted only in the sandbox.
create table ledger_postings (
  merchant_id uuid not null,
  environment text not null,
  -- The charge, payout or reset of the posting. Each has one posting of a kind.
  reference_id uuid not null,
  kind text not null,
  created_at timestamptz not null,
  primary key (merchant_id, environment, reference_id, kind)
) with (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.01);

create trigger ledger_postings_append_only before update on ledger_postings
  for each statement execute function ledger_refuse_change();
create trigger ledger_postings_append_only_truncate before truncate on ledger_postings
  for each statement execute function ledger_refuse_change();
create trigger ledger_postings_kept after delete on ledger_postings
  referencing old table as removed
  for each statement execute function ledger_refuse_deleted_postings();

-- The entries of a posting, each in one account with the balance after it.
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
) with (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.01);

create trigger ledger_entries_zero_sum after insert on ledger_entries
  referencing new table as inserted
  for each statement execute function ledger_check_zero_sum();
create trigger ledger_entries_append_only before update on ledger_entries
  for each statement execute function ledger_refuse_change();
create trigger ledger_entries_append_only_truncate before truncate on ledger_entries
  for each statement execute function ledger_refuse_change();
create trigger ledger_entries_kept after delete on ledger_entries
  referencing old table as removed
  for each statement execute function ledger_refuse_deleted_entries();

-- The entries of an account of the sandbox up to `entry_count` count as deleted. They are deleted
-- in batches.
create table ledger_openings (
  merchant_id uuid not null,
  environment text not null check (environment = 'test'),
  account text not null,
  entry_count bigint not null check (entry_count >= 0),
  balance_centavos bigint not null,
  opened_at timestamptz not null,
  primary key (merchant_id, environment, account)
);

create trigger ledger_openings_sandbox before insert or update on ledger_openings
  for each row execute function ledger_check_opening();

-- Money that left the bank for a payout or refund that had failed here. An operator has
-- acknowledged it when `seen_at` is set.
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
  -- The part that became debt of its bearers. `uncovered_centavos` is the part that the platform
  -- paid, in rows of versions without debts.
  debt_centavos bigint not null default 0 check (debt_centavos >= 0),
  primary key (merchant_id, environment, id)
);

create index late_bank_payments_unseen on late_bank_payments (found_at) where seen_at is null;
create index late_bank_payments_by_id on late_bank_payments (id);

-- The state up to which a ledger scope was verified: the daily verification starts there. The rows
-- of a scope belong to one instant, so that each posting is before or after all of them.
create table ledger_checkpoints (
  merchant_id uuid not null,
  environment text not null,
  account text not null,
  -- Entries up to this one were verified, and summed to the balance.
  entry_count bigint not null check (entry_count >= 0),
  balance_centavos bigint not null,
  primary key (merchant_id, environment, account)
);

-- When the scopes of the ledger were verified.
create table ledger_verified_scopes (
  merchant_id uuid not null,
  environment text not null,
  verified_at timestamptz not null,
  -- The last verification from the first entry on. Each day some scopes get one.
  fully_verified_at timestamptz not null,
  primary key (merchant_id, environment)
);

create index ledger_verified_scopes_by_turn on ledger_verified_scopes (fully_verified_at);

-- An amount of a balance that is blocked for a dispute or by an operator.
create table balance_holds (
  merchant_id uuid not null,
  environment text not null check (environment in ('test', 'live')),
  id uuid not null,
  cause text not null check (cause in ('dispute', 'operator')),
  -- The dispute, or the hold itself when an operator made it.
  reference_id uuid not null,
  -- What was asked for when it was opened. What is still wanted gets smaller when a part is
  -- released or taken. Credits to `available` fill what is blocked up to what is wanted.
  amount_centavos bigint not null check (amount_centavos > 0),
  wanted_centavos bigint not null,
  blocked_centavos bigint not null,
  status text not null check (status in ('open', 'closed')),
  created_at timestamptz not null,
  closed_at timestamptz,
  primary key (merchant_id, environment, id),
  constraint balance_holds_amounts
    check (blocked_centavos >= 0
      and blocked_centavos <= wanted_centavos and wanted_centavos <= amount_centavos),
  constraint balance_holds_closed
    check ((status = 'closed') = (wanted_centavos = 0)
      and (status = 'closed') = (closed_at is not null))
);

-- The holds that a credit covers, oldest first.
create index balance_holds_uncovered on balance_holds (merchant_id, environment, created_at, id)
  where wanted_centavos > blocked_centavos;

-- The open holds of a scope, for the panel and the verification.
create index balance_holds_open on balance_holds (merchant_id, environment, id)
  where status = 'open';

create trigger balance_holds_legal_transition before update of status on balance_holds
  for each row when (old.status is distinct from new.status)
  execute function refuse_illegal_transition('open > closed');

-- Each posting that moves money on `blocked` belongs to one hold.
create table balance_hold_movements (
  merchant_id uuid not null,
  environment text not null,
  reference_id uuid not null,
  kind text not null,
  hold_id uuid not null,
  -- Positive: blocked. Negative: released, or taken by the bank.
  amount_centavos bigint not null check (amount_centavos <> 0),
  created_at timestamptz not null,
  primary key (merchant_id, environment, reference_id, kind),
  foreign key (merchant_id, environment, hold_id) references balance_holds
);

create index balance_hold_movements_of_hold
  on balance_hold_movements (hold_id, merchant_id, environment);

create trigger balance_hold_movements_append_only before update on balance_hold_movements
  for each statement execute function ledger_refuse_change();
create trigger balance_hold_movements_append_only_truncate
  before truncate on balance_hold_movements
  for each statement
  execute function ledger_refuse_change();
create trigger balance_hold_movements_kept after delete on balance_hold_movements
  referencing old table as removed
  for each statement execute function ledger_refuse_deleted_postings();

-- What a posting left unpaid. The posting has the same key.
create table debts (
  merchant_id uuid not null,
  environment text not null,
  reference_id uuid not null,
  kind text not null,
  amount_centavos bigint not null check (amount_centavos > 0),
  created_at timestamptz not null,
  primary key (merchant_id, environment, reference_id, kind)
);

create trigger debts_append_only before update or delete on debts
  for each statement execute function ledger_refuse_change();
create trigger debts_append_only_truncate before truncate on debts
  for each statement execute function ledger_refuse_change();

-- What a credit to `available` repaid of the scope's debt. A credit repays once.
create table debt_repayments (
  merchant_id uuid not null,
  environment text not null,
  -- The reference of its posting.
  id uuid not null,
  credit_reference_id uuid not null,
  credit_kind text not null,
  amount_centavos bigint not null check (amount_centavos > 0),
  created_at timestamptz not null,
  primary key (merchant_id, environment, id)
);

create unique index debt_repayments_once
  on debt_repayments (credit_reference_id, credit_kind, merchant_id, environment);

create trigger debt_repayments_append_only before update or delete on debt_repayments
  for each statement execute function ledger_refuse_change();
create trigger debt_repayments_append_only_truncate before truncate on debt_repayments
  for each statement execute function ledger_refuse_change();

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
  -- The test clock in whose time it lives.
  test_clock_id uuid,
  primary key (merchant_id, environment, id),
  constraint settlements_settled check ((status = 'settled') = (settled_at is not null)),
  constraint settlements_clock_is_of_test check (test_clock_id is null or environment = 'test')
) with (
  fillfactor = 70,
  autovacuum_vacuum_scale_factor = 0.02,
  autovacuum_vacuum_threshold = 1000
);

create unique index settlements_next
  on settlements (merchant_id, environment, due_on, test_clock_id) nulls not distinct
  where status = 'waiting';
create index settlements_due on settlements (due_on, id)
  where status = 'waiting' and test_clock_id is null;

create trigger settlements_legal_transition before update of status on settlements
  for each row when (old.status is distinct from new.status)
  execute function refuse_illegal_transition('waiting > settled');
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
  constraint settlement_parts_refunded check (refunded_centavos between 0 and amount_centavos),
  foreign key (merchant_id, environment, settlement_id) references settlements
) with (
  autovacuum_vacuum_scale_factor = 0.005,
  autovacuum_vacuum_threshold = 10000,
  autovacuum_vacuum_insert_scale_factor = 0.02
);

create index settlement_parts_of_settlement
  on settlement_parts (settlement_id, merchant_id, environment);

-- What a refund took of a charge's waiting parts. When it fails before the part's day, it gives
-- back.
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

-- The fees that each ledger scope paid on each day in Brasília. The postings add to it, so the
-- revenue of the platform is read without reading entries.
create table fee_days (
  merchant_id uuid not null,
  environment text not null,
  day date not null,
  -- Negative when more fees were given back than earned, in centavos.
  fees_centavos bigint not null,
  primary key (merchant_id, environment, day)
) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02);

-- Days of the platform are read over all merchants. No update changes these columns.
create index fee_days_by_day on fee_days (environment, day);

-- A merchant's money can be blocked (a dispute, an operator's hold), wait for its settlement day, or
-- be less than nothing: what `available` can't pay becomes debt. Later credits to `available` repay
-- debt first and then cover open holds.

alter table ledger_accounts drop constraint ledger_accounts_account_check,
  add constraint ledger_accounts_account_check check (account in
    ('available', 'reserved', 'fees', 'bank', 'sandbox_adjustments', 'suspense', 'operator',
      'blocked', 'debt', 'pending_settlement')),
  add constraint ledger_accounts_debt check (account <> 'debt' or balance_centavos <= 0),
  -- On `available` only: the scope's debt plus what its open holds have not blocked yet. A posting
  -- reads it under the lock that it takes anyway, so most scopes need no other query.
  add column uncovered_centavos bigint not null default 0,
  add constraint ledger_accounts_uncovered
    check (uncovered_centavos >= 0 and (account = 'available' or uncovered_centavos = 0));

create table balance_holds (
  merchant_id uuid not null,
  environment text not null check (environment in ('test', 'live')),
  id uuid not null,
  cause text not null check (cause in ('dispute', 'operator')),
  -- The dispute, or the hold itself when an operator made it.
  reference_id uuid not null,
  -- What was asked for when it was opened. What is still wanted gets smaller when a part is released
  -- or taken. Credits to `available` fill what is blocked up to what is wanted.
  amount_centavos bigint not null check (amount_centavos > 0),
  wanted_centavos bigint not null,
  blocked_centavos bigint not null,
  status text not null check (status in ('open', 'closed')),
  created_at timestamptz not null,
  closed_at timestamptz,
  primary key (merchant_id, environment, id),
  constraint balance_holds_amounts check (blocked_centavos >= 0
    and blocked_centavos <= wanted_centavos and wanted_centavos <= amount_centavos),
  constraint balance_holds_closed check ((status = 'closed') = (wanted_centavos = 0)
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

create trigger balance_hold_movements_append_only before update or delete or truncate
  on balance_hold_movements for each statement execute function ledger_refuse_change();
create trigger debts_append_only before update or delete or truncate
  on debts for each statement execute function ledger_refuse_change();
create trigger debt_repayments_append_only before update or delete or truncate
  on debt_repayments for each statement execute function ledger_refuse_change();

-- The part of a late payment that became debt of its bearers. `uncovered_centavos` was paid by the
-- platform, before debts existed.
alter table late_bank_payments add column debt_centavos bigint not null default 0
  check (debt_centavos >= 0);

-- In each bucket. Charges with a due date, their terms, and the terms that changes replaced.

alter table charges add column due_on date;
alter table charges add column due json;

create index charges_by_due_day on charges (merchant_id, environment, due_on, id)
  where due_on is not null and status = 'pending';

create table charge_revisions (
  merchant_id uuid not null,
  environment text not null check (environment in ('test', 'live')),
  charge_id uuid not null,
  revision bigint not null check (revision >= 0),
  terms json not null,
  -- Payer and texts before a change by the Central Bank's API; null for other changes.
  standard json,
  replaced_at timestamptz not null,
  primary key (merchant_id, environment, charge_id, revision)
);

create table charge_changes (
  merchant_id uuid not null,
  environment text not null check (environment = 'live'),
  charge_id uuid not null,
  change json not null,
  requested_at timestamptz not null,
  due_at timestamptz not null,
  primary key (merchant_id, environment, charge_id)
);
create index charge_changes_due on charge_changes (due_at);

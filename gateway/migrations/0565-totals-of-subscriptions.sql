-- In each bucket. Totals of subscriptions, so that a page need not count them, and what they would
-- have counted until now.

-- The running subscriptions of a merchant by rhythm, kept by the transactions that change them.
create table subscription_totals (
  merchant_id uuid not null,
  environment text not null check (environment in ('test', 'live')),
  status text not null check (status in ('authorized', 'paused')),
  rhythm text not null
    check (rhythm in ('weekly', 'monthly', 'quarterly', 'semiannual', 'annual')),
  is_variable boolean not null,
  -- How many, and the sum of their amounts; of variable ones the sum of their smallest amounts.
  count bigint not null,
  centavos bigint not null,
  primary key (merchant_id, environment, status, rhythm, is_variable)
) with (
  fillfactor = 50,
  autovacuum_vacuum_scale_factor = 0.02,
  autovacuum_vacuum_threshold = 1000
);

-- What happened to subscriptions and their cycles, by day of Brasília.
create table subscription_days (
  merchant_id uuid not null,
  environment text not null check (environment in ('test', 'live')),
  day date not null,
  -- Authorized, ended after or before it was authorized, a paid cycle, a failed attempt: counted on
  -- its day. Cycles that are failed or retrying now: counted on their due date.
  fact text not null check (fact in ('authorized', 'canceled', 'expired', 'rejected', 'withdrawn',
    'unanswered', 'paid', 'failure', 'failed', 'retrying')),
  -- Who ended it, and why; empty if there is nothing to say.
  ended_by text not null,
  reason text not null,
  count bigint not null,
  centavos bigint not null,
  primary key (merchant_id, environment, day, fact, ended_by, reason)
) with (
  fillfactor = 50,
  autovacuum_vacuum_scale_factor = 0.02,
  autovacuum_vacuum_threshold = 1000
);

create index subscription_days_of_failures on subscription_days (environment, day)
  where fact = 'failure';

insert into subscription_totals
select merchant_id, environment, status, rhythm, amount_centavos is null, count(*),
  sum(coalesce(amount_centavos, min_centavos, 0))::bigint
from subscriptions where status in ('authorized', 'paused') group by 1, 2, 3, 4, 5;

insert into subscription_days
select merchant_id, environment, (authorized_at at time zone 'America/Sao_Paulo')::date,
  'authorized', '', '', count(*), 0
from subscriptions where authorized_at is not null group by 1, 2, 3;

insert into subscription_days
select merchant_id, environment, (ended_at at time zone 'America/Sao_Paulo')::date,
  case when status = 'rejected' or authorized_at is not null then status
    when status = 'canceled' then 'withdrawn' else 'unanswered' end,
  ended_by, coalesce(reason, ''), count(*), 0
from subscriptions where ended_at is not null group by 1, 2, 3, 4, 5, 6;

insert into subscription_days
select merchant_id, environment, (ended_at at time zone 'America/Sao_Paulo')::date,
  'paid', '', '', count(*), sum(amount_centavos)::bigint
from subscription_cycles where status = 'paid' group by 1, 2, 3;

insert into subscription_days
select merchant_id, environment, due_on, status, '', '', count(*), sum(amount_centavos)::bigint
from subscription_cycles where status in ('failed', 'retrying') group by 1, 2, 3, 4;

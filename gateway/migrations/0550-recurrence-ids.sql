-- In each bucket. The ids of recurrences (idRec), and who makes the cycles of a subscription.

alter table subscriptions add column recurrence_id text;
alter table subscriptions add column cycles_by text;
update subscriptions set
  cycles_by = case when amount_centavos is null then 'merchant' else 'gateway' end,
  recurrence_id = (case retries when 'none' then 'RN' else 'RR' end) || '99999999'
    -- A cluster updates by no function that depends on settings, as to_char does.
    || (extract(year from created_at at time zone 'America/Sao_Paulo') * 10000
      + extract(month from created_at at time zone 'America/Sao_Paulo') * 100
      + extract(day from created_at at time zone 'America/Sao_Paulo'))::bigint::text
    || substr(md5(id::text), 1, 11);
alter table subscriptions alter column cycles_by set not null;
alter table subscriptions add constraint subscriptions_cycles_by_check
  check (cycles_by in ('gateway', 'merchant'));
alter table subscriptions drop constraint subscriptions_one_amount;
alter table subscriptions add constraint subscriptions_one_amount
  check (case cycles_by when 'gateway' then amount_centavos is not null and min_centavos is null
    else num_nulls(amount_centavos, min_centavos) >= 1 end);
create unique index subscriptions_by_recurrence on subscriptions
  (recurrence_id, merchant_id, environment) where recurrence_id is not null;

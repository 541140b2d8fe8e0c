-- Payouts and refunds that the bank doesn't explain: two operators decide that one was paid or not
-- paid. A later word of the bank is stronger: it reverses the decision.

alter table payouts
  add column resolution text check (resolution in ('paid', 'not_paid', 'reversed')),
  add column resolved_at timestamptz,
  -- When the bank said the same.
  add column resolution_confirmed_at timestamptz,
  -- Set when an operator has seen the reversal.
  add column reversal_seen_at timestamptz,
  add constraint payouts_resolved_at_check check ((resolution is null) = (resolved_at is null)),
  add constraint payouts_resolution_fits_status check (case resolution
    when 'paid' then status = 'paid' and not is_late
    when 'not_paid' then status = 'failed' or is_late
    when 'reversed' then status = 'failed' or is_late
    else true end);

alter table refunds
  add column resolution text check (resolution in ('paid', 'not_paid', 'reversed')),
  add column resolved_at timestamptz,
  add column resolution_confirmed_at timestamptz,
  add column reversal_seen_at timestamptz,
  add constraint refunds_resolved_at_check check ((resolution is null) = (resolved_at is null)),
  add constraint refunds_resolution_fits_status check (case resolution
    when 'paid' then status = 'done' and not is_late
    when 'not_paid' then status = 'failed' or is_late
    when 'reversed' then status = 'failed' or is_late
    else true end);

create index payouts_at_bank on payouts (id)
  where status = 'pending' and environment = 'live' and uncertain_at is not null;
create index refunds_at_bank on refunds (id)
  where status = 'pending' and environment = 'live' and uncertain_at is not null;
-- An operator names a refund by its id alone, as the list of stuck refunds shows it.
create index refunds_live_by_id on refunds (id) where environment = 'live';
-- Reconciliation compares these each day until the bank confirms them.
create index payouts_unconfirmed on payouts (resolved_at)
  where resolution in ('paid', 'not_paid') and resolution_confirmed_at is null;
create index refunds_unconfirmed on refunds (resolved_at)
  where resolution in ('paid', 'not_paid') and resolution_confirmed_at is null;
create index payouts_reversed on payouts (id)
  where resolution = 'reversed' and reversal_seen_at is null;
create index refunds_reversed on refunds (id)
  where resolution = 'reversed' and reversal_seen_at is null;

-- The triggers of 0051 keep their lists. Two changes more are legal: a payout or refund that operators
-- had resolved as paid fails when its resolution is reversed, and its charge and shares get back what
-- the refund had taken.
create or replace function refuse_illegal_transition() returns trigger language plpgsql as $$
begin
  if old.status || ' > ' || new.status = any(tg_argv) then return new; end if;
  if tg_table_name in ('payouts', 'refunds') then
    if old.status in ('paid', 'done') and new.status = 'failed' and old.resolution = 'paid'
      and new.resolution = 'reversed' then return new; end if;
  elsif tg_table_name in ('charges', 'charge_splits') then
    if old.status in ('partially_refunded', 'refunded')
      and new.status in ('paid', 'partially_refunded')
      and new.refunded_centavos < old.refunded_centavos then return new; end if;
  end if;
  raise exception '% may not go from % to %', tg_table_name, old.status, new.status
    using errcode = 'restrict_violation';
end
$$;

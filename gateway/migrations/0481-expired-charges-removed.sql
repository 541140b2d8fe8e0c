-- An expired charge may be canceled: the Central Bank's API still calls it active, and a merchant may
-- remove it there.
create or replace function refuse_illegal_transition() returns trigger language plpgsql as $$
begin
  if old.status || ' > ' || new.status = any(tg_argv) then return new; end if;
  if tg_table_name ~ '^(payouts|refunds)(_[0-9]+)?$' then
    if old.status in ('paid', 'done') and new.status = 'failed' and old.resolution = 'paid'
      and new.resolution = 'reversed' then return new; end if;
  elsif tg_table_name ~ '^(charges|charge_splits)(_[0-9]+)?$' then
    -- A merchant removes an expired charge by the Central Bank's API, where it is still active.
    if old.status = 'expired' and new.status = 'canceled' then return new; end if;
    if old.status in ('partially_refunded', 'refunded')
      and new.status in ('paid', 'partially_refunded')
      and new.refunded_centavos < old.refunded_centavos then return new; end if;
  end if;
  raise exception '% may not go from % to %', tg_table_name, old.status, new.status
    using errcode = 'restrict_violation';
end
$$;

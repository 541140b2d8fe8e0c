-- The database refuses invalid changes of status: for example, a paid charge can't become pending.
-- Each trigger lists the allowed changes.
create function refuse_illegal_transition() returns trigger language plpgsql as $$
begin
  if old.status || ' > ' || new.status = any(tg_argv) then return new; end if;
  raise exception '% may not go from % to %', tg_table_name, old.status, new.status
    using errcode = 'restrict_violation';
end
$$;

create trigger charges_legal_transition before update of status on charges
  for each row when (old.status is distinct from new.status)
  execute function refuse_illegal_transition('pending > paid', 'pending > expired',
    -- The bank received the money although the charge had ended here.
    'expired > paid',
    'paid > partially_refunded', 'paid > refunded', 'partially_refunded > refunded');

create trigger charge_splits_legal_transition before update of status on charge_splits
  for each row when (old.status is distinct from new.status)
  execute function refuse_illegal_transition('pending > paid', 'pending > canceled',
    'canceled > paid',
    'paid > partially_refunded', 'paid > refunded', 'partially_refunded > refunded');

-- A payout or refund that failed here and that the bank made later becomes paid or done, with `is_late`.
create trigger payouts_legal_transition before update of status on payouts
  for each row when (old.status is distinct from new.status
    and not (old.status = 'failed' and new.status = 'paid' and new.is_late))
  execute function refuse_illegal_transition('pending > paid', 'pending > failed');

create trigger refunds_legal_transition before update of status on refunds
  for each row when (old.status is distinct from new.status
    and not (old.status = 'failed' and new.status = 'done' and new.is_late))
  execute function refuse_illegal_transition('pending > done', 'pending > failed');

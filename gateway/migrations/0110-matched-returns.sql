-- A return by the special mechanism (MED) has two ids at the bank: that of the refund (devolução),
-- and the rtrId, which may appear later. An operator who books one by hand may mistype its id.

alter table dispute_returns
  -- The bank's id of the refund; null while only the id that an operator gave is known.
  add column refund_id text,
  add column is_by_hand boolean not null default false,
  -- When the bank reported a return that had been booked by hand: `return_id` is then the bank's.
  add column matched_at timestamptz,
  add check (is_by_hand or matched_at is null);

-- So far only a return that the bank had reported was booked by itself.
update dispute_returns r set is_by_hand = true
  where environment = 'live' and not exists (
    select from unrequested_refunds u where u.end_to_end_id = r.end_to_end_id
      and r.return_id in (u.return_id, u.refund_id)
  );

create unique index dispute_returns_once_by_refund
  on dispute_returns (end_to_end_id, refund_id, merchant_id, environment)
  where refund_id is not null;

create function dispute_returns_refuse_change() returns trigger language plpgsql as $$
begin
  if old.is_by_hand and old.matched_at is null and new.matched_at is not null
    and (new.merchant_id, new.environment, new.id, new.dispute_id, new.end_to_end_id,
        new.amount_centavos, new.returned_at, new.is_by_hand)
      = (old.merchant_id, old.environment, old.id, old.dispute_id, old.end_to_end_id,
        old.amount_centavos, old.returned_at, old.is_by_hand) then
    return new;
  end if;
  raise exception 'a return that was booked by hand is matched once; no other is changed'
    using errcode = 'restrict_violation';
end
$$;

create trigger dispute_returns_matched_once before update on dispute_returns
  for each row execute function dispute_returns_refuse_change();

alter table incoming_payment_returns add column refund_id text;
create unique index incoming_payment_returns_once_by_refund
  on incoming_payment_returns (end_to_end_id, refund_id) where refund_id is not null;

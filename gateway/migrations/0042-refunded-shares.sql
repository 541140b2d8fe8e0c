-- The amount that a recipient has refunded of its share of a charge.

alter table charge_splits
  add column refunded_centavos bigint not null default 0,
  drop constraint charge_splits_status_check,
  add constraint charge_splits_status_check
    check (status in ('pending', 'paid', 'canceled', 'partially_refunded', 'refunded'));

-- Fills the column from the refunds that exist.
update charge_splits s set refunded_centavos = r.centavos,
  status = case when r.centavos = s.amount_centavos then 'refunded' else 'partially_refunded' end
from (
  select r.merchant_id, r.environment, r.charge_id, p.recipient_id,
    sum(p.amount_centavos) as centavos
  from refunds r join refund_allocations p on (p.merchant_id, p.environment, p.refund_id)
    = (r.merchant_id, r.environment, r.id)
  where r.status = 'done'
  group by r.merchant_id, r.environment, r.charge_id, p.recipient_id
) r
where (s.merchant_id, s.environment, s.charge_id, s.recipient_id)
  = (r.merchant_id, r.environment, r.charge_id, r.recipient_id);

alter table charge_splits
  add constraint charge_splits_refunded_check check (case status
    when 'refunded' then refunded_centavos = amount_centavos and amount_centavos > 0
    when 'partially_refunded' then refunded_centavos between 1 and amount_centavos - 1
    else refunded_centavos = 0 end);

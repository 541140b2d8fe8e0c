-- A share may be an amount instead of a percentage: its basis points are null. The database refuses
-- a charge whose fee and shares exceed its amount.

alter table charge_splits
  alter column basis_points drop not null,
  add constraint charge_splits_fixed_check
    check (basis_points is not null or amount_centavos >= 1);

alter table charges add column shares_centavos bigint not null default 0;

update charges c set shares_centavos = s.centavos
from (
  select merchant_id, environment, charge_id, sum(amount_centavos) as centavos
  from charge_splits group by merchant_id, environment, charge_id
) s
where (c.merchant_id, c.environment, c.id) = (s.merchant_id, s.environment, s.charge_id)
  and s.centavos > 0;

alter table charges add constraint charges_shares_fit_net
  check (shares_centavos >= 0 and fee_centavos + shares_centavos <= amount_centavos);

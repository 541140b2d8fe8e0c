-- A charge with 20 recipients costs four plain charges: each share was in four indexes. Two are
-- enough: one finds the shares of a charge, the other those of a recipient. Now no index has the
-- status, so that marking a share paid writes to none of them when its page has room.

drop index charge_splits_not_paid;

alter table charge_splits drop constraint charge_splits_pkey;

alter table charge_splits
  drop constraint charge_splits_merchant_id_environment_charge_id_recipient_i_key;

-- A recipient has one share of a charge. `position` only orders the shares.
alter table charge_splits add primary key (merchant_id, environment, charge_id, recipient_id);

alter table charge_splits set (fillfactor = 80);

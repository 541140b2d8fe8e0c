-- In each bucket. The charges of cycles of one merchant, in the order of their creation.

drop index subscription_cycles_of_charge;
create unique index subscription_cycles_of_charge on subscription_cycles
  (merchant_id, environment, charge_id) where charge_id is not null;

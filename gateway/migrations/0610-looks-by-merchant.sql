-- In each bucket. Workers look for merchants that have something due at the bank, so that a merchant
-- with many due rows delays no other one.

create index subscription_recurrences_due_by_merchant on subscription_recurrences
  (merchant_id, next_look_at) where next_look_at is not null;
create index subscription_bank_cycles_due_by_merchant on subscription_bank_cycles
  (merchant_id, next_look_at) where next_look_at is not null;

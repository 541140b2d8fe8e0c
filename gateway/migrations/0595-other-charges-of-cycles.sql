-- In each bucket. A cycle has another charge after its first one was rejected or canceled, and the
-- attempts of live charges are kept as the bank shows them.

alter table subscription_cycles add column number bigint not null default 1;
alter table subscription_cycles add constraint subscription_cycles_number_check
  check (number >= 1);
alter table subscription_cycles add column is_replaced boolean not null default false;
alter table subscription_cycles drop constraint subscription_cycles_pkey;
alter table subscription_cycles add constraint subscription_cycles_pkey
  primary key (merchant_id, environment, subscription_id, cycle_on, number);
create unique index subscription_cycles_current on subscription_cycles
  (merchant_id, environment, subscription_id, cycle_on) where not is_replaced;
drop index subscription_cycles_by_due_date;
create unique index subscription_cycles_by_due_date on subscription_cycles
  (merchant_id, environment, subscription_id, due_on) where not is_replaced;

alter table subscription_bank_cycles add column number bigint not null default 1;
alter table subscription_bank_cycles add column attempts json;
alter table subscription_bank_cycles drop constraint subscription_bank_cycles_pkey;
alter table subscription_bank_cycles add constraint subscription_bank_cycles_pkey
  primary key (merchant_id, environment, subscription_id, cycle_on, number);

-- What must be done at a bank one after the other, by whichever process: a lease that ends by itself.
create table bank_leases (
  name text primary key,
  busy_until timestamptz not null
);

insert into bank_leases (name, busy_until) values ('payouts', '-infinity');

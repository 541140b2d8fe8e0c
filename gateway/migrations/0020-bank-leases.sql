-- Leases for work at a bank that one process at a time may do. A lease ends by itself.
create table bank_leases (
  name text primary key,
  busy_until timestamptz not null
);

insert into bank_leases (name, busy_until) values ('payouts', '-infinity');

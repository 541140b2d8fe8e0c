-- Refunds (devoluções) of received payments that the bank made and this gateway did not ask for: at the bank's own page,
-- or by the Central Bank's special mechanism (MED). They are found and shown, and not booked.
create table unrequested_refunds (
  -- Found in this order.
  id uuid primary key,
  bank text not null,
  -- Of the payment.
  end_to_end_id text not null,
  refund_id text not null,
  return_id text,
  amount_centavos bigint not null check (amount_centavos > 0),
  status text not null check (status in ('pending', 'done', 'failed')),
  -- The special mechanism; false for one that the account's owner asked the bank for.
  is_by_bank boolean not null,
  happened_at timestamptz not null,
  -- That of `happened_at` at Brasília: the report that shows it.
  day date not null,
  found_at timestamptz not null,
  unique (bank, end_to_end_id, refund_id)
);

create index unrequested_refunds_by_day on unrequested_refunds (bank, day);
create index unrequested_refunds_by_finding on unrequested_refunds (bank, found_at);

-- Refunds (devoluções) of received payments that this gateway did not request: made at the bank's own
-- page, or by the Central Bank's special mechanism (MED). They are shown, but not booked.
create table unrequested_refunds (
  -- In the order in which they were found.
  id uuid primary key,
  bank text not null,
  -- The end-to-end id of the payment.
  end_to_end_id text not null,
  refund_id text not null,
  return_id text,
  amount_centavos bigint not null check (amount_centavos > 0),
  status text not null check (status in ('pending', 'done', 'failed')),
  -- True for the special mechanism; false for a refund that the account's owner requested.
  is_by_bank boolean not null,
  happened_at timestamptz not null,
  -- The day of `happened_at` in Brasília, whose report shows it.
  day date not null,
  found_at timestamptz not null,
  unique (bank, end_to_end_id, refund_id)
);

create index unrequested_refunds_by_day on unrequested_refunds (bank, day);
create index unrequested_refunds_by_finding on unrequested_refunds (bank, found_at);

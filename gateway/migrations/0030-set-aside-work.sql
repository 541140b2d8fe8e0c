-- Due work that fails by itself: a payment, payout, refund or incoming payment whose error no repeat of its
-- batch mends. It is tried again after growing pauses, and not in front of all other work.

create table set_aside_work (
  kind text not null check (kind in ('charge', 'payout', 'refund', 'incoming_payment')),
  -- The id of the charge, payout or refund; the end-to-end id of an incoming payment.
  id text not null,
  failures bigint not null,
  last_error text not null,
  first_failed_at timestamptz not null,
  next_try_at timestamptz not null,
  primary key (kind, id)
);

create index set_aside_work_due on set_aside_work (kind, next_try_at);

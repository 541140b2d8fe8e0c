-- Items of due work that fail alone when their batch is repeated: a payment, payout, refund or incoming
-- payment. They are tried again after growing pauses, so that they don't delay all other work.

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

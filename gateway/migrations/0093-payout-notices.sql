-- What the members of a merchant must be told by mail about payouts, until the mail is written.
-- A row that counts stays after its mail: it holds the instant before which no other is written.
create table payout_notices (
  -- The platform's id stands for its operators.
  merchant_id uuid not null,
  kind text not null check (kind in ('awaiting', 'rejected', 'expired', 'stopped', 'resumed',
    'raise_asked', 'raise_valid')),
  -- Empty for rows that count; otherwise each change has a row of its own.
  subject text not null,
  payout_count bigint not null check (payout_count >= 0),
  amount_centavos bigint not null check (amount_centavos >= 0),
  -- The user who requested all of the payouts; null when there are several or a key pair did.
  requested_by text,
  details jsonb not null,
  -- Infinity when there is nothing to tell.
  due_at timestamptz not null,
  quiet_until timestamptz not null,
  primary key (merchant_id, kind, subject)
);

create index payout_notices_due on payout_notices (due_at);

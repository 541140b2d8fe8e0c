-- Money of one merchant that goes to another inside the platform, without the bank.

create table transfers (
  merchant_id uuid not null,
  environment text not null check (environment in ('test', 'live')),
  id uuid not null,
  recipient_id uuid not null check (recipient_id <> merchant_id),
  amount_centavos bigint not null check (amount_centavos between 1 and 999999999999),
  description text,
  created_at timestamptz not null,
  primary key (merchant_id, environment, id)
);

create index transfers_received on transfers (recipient_id, environment, id);

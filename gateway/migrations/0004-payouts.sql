-- Payouts: money of a merchant that the bank sends. It is reserved in the ledger before it is sent.

create table payouts (
  merchant_id uuid not null,
  environment text not null check (environment in ('test', 'live')),
  id uuid not null,
  external_id text,
  -- The daily reset frees the external_id of the sandbox's payouts.
  is_external_id_released boolean not null default false,
  status text not null check (status in ('pending', 'paid', 'failed')),
  amount_centavos bigint not null check (amount_centavos between 1 and 999999999999),
  fee_centavos bigint not null check (fee_centavos >= 0),
  pix_key text not null,
  pix_key_type text not null
    check (pix_key_type in ('cpf', 'cnpj', 'email', 'phone', 'random')),
  beneficiary_name text not null,
  beneficiary_document text not null,
  webhook_url text,
  event_count bigint not null default 0,
  created_at timestamptz not null,
  due_at timestamptz,
  paid_at timestamptz,
  end_to_end_id text,
  failure_code text,
  failure_message text,
  primary key (merchant_id, environment, id),
  check ((status = 'paid') = (paid_at is not null)),
  check ((status = 'failed') = (failure_code is not null))
);

create index payouts_due on payouts (due_at) where status = 'pending';
create unique index payouts_external_id on payouts (external_id, merchant_id, environment)
  where external_id is not null and not is_external_id_released;

-- The types of the rows that statements take as one parameter (ground/database/row-type.ts). A version
-- that needs other columns makes a new type, because an older one may run beside it.
create type public.idempotency_key_claim as (
  merchant_id uuid, environment text, key text, request_sha256 bytea, resource_id uuid
);
create type public.ledger_account_key as (merchant_id uuid, environment text, account text);
create type public.ledger_account_state as (
  merchant_id uuid, environment text, account text, balance_centavos bigint, entry_count bigint,
  uncovered_centavos bigint
);
create type public.new_ledger_posting as (
  merchant_id uuid, environment text, reference_id uuid, kind text
);
create type public.new_ledger_entry as (
  merchant_id uuid, environment text, account text, sequence bigint, reference_id uuid, kind text,
  amount_centavos bigint, balance_after_centavos bigint
);
create type public.new_charge as (
  merchant_id uuid, environment text, id uuid, external_id text, amount_centavos bigint,
  fee_centavos bigint, payer_name text, payer_document text, payer_email text, utm json, qrcode text,
  webhook_url text, split_count bigint, shares_centavos bigint, created_at timestamptz,
  expires_at timestamptz, due_at timestamptz, is_simulated boolean, client_id text, description text,
  payment_link_id uuid, renewed_from uuid, renewal_number bigint
);
create type public.charge_payment as (
  merchant_id uuid, environment text, id uuid, end_to_end_id text, expired_too boolean,
  paid_at timestamptz
);
create type public.event_feed_advance as (merchant_id uuid, environment text, event_count bigint);
create type public.new_webhook_event as (
  merchant_id uuid, environment text, id uuid, kind text, resource_id uuid, sequence bigint, body text,
  later_events bigint
);
create type public.new_webhook_delivery as (
  merchant_id uuid, environment text, event_id uuid, delivery_id uuid, endpoint_id uuid, url text,
  is_lost boolean, due_at timestamptz, trouble text
);
create type public.webhook_attempt as (
  merchant_id uuid, environment text, event_id uuid, delivery_id uuid, attempt bigint,
  started_at timestamptz, duration_ms bigint, response_status bigint, response_excerpt text,
  failure text, signature text, next_status text, next_attempt_at timestamptz, ended_at timestamptz,
  resend_count bigint, leased_until timestamptz, is_in_clock boolean
);

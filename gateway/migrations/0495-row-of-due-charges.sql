-- The row of a charge with a due date (ground/database/row-type.ts).
create type public.new_due_charge as (
  merchant_id uuid, environment text, id uuid, external_id text, amount_centavos bigint,
  fee_centavos bigint, payer_name text, payer_document text, payer_email text, utm json, qrcode text,
  webhook_url text, split_count bigint, shares_centavos bigint, created_at timestamptz,
  expires_at timestamptz, due_at timestamptz, is_simulated boolean, client_id text, description text,
  payment_link_id uuid, renewed_from uuid, renewal_number bigint, due_on text, due json
);

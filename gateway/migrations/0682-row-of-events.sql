-- The row of an event has its form (ground/database/row-type.ts).
create type public.webhook_event_to_insert as (
  merchant_id uuid, environment text, id uuid, kind text, resource_id uuid, sequence bigint, body text,
  later_events bigint, form bigint, amount_centavos bigint, external_id text
);
drop type public.new_webhook_event;

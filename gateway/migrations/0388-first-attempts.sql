-- In each bucket. Most deliveries succeed at once: then the row of the delivery has its attempt, which
-- saves a row and an index entry for each event.
alter table webhook_deliveries
  add column first_started_at timestamptz,
  add column first_duration_ms bigint,
  add column first_response_status bigint,
  add column first_response_excerpt text,
  add column first_signature text;

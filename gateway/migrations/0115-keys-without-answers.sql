-- An idempotency key keeps no answer: its resource renders the answer of its creation again, from
-- columns that never change. Keys of older versions keep their answers until they expire.
alter table idempotency_keys alter column response_body drop not null,
  -- A key expires 24 hours after `created_at`.
  drop column expires_at;

-- The dispute as the answer of a defence showed it. Null in defences of older versions, whose keys
-- keep the answer.
alter table dispute_defenses
  add column was_sent_at_once boolean,
  add column dispute_centavos bigint,
  add column blocked_centavos bigint,
  add column returned_centavos bigint,
  add column defense_due_at timestamptz;

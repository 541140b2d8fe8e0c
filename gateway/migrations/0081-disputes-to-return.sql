-- Accepted disputes whose money the bank has not returned yet: their payments are read at the bank.
create index disputes_to_return on disputes (bank, id)
  where status = 'accepted' and claimed_centavos > 0;

-- When the last attempt to send a defence had no clear answer: until the quarantine after it ends,
-- only the bank's own list counts.
alter table dispute_defenses add column uncertain_at timestamptz;

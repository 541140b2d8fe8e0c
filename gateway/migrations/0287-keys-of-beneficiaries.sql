-- In each bucket: an index of all saved keys instead of one of some rows, so that reads of a merchant's
-- beneficiaries go by their primary key.
drop index payout_beneficiaries_saved;
alter table payout_beneficiaries add column saved_key text
  generated always as (case when removed_at is null then pix_key end) stored;
create unique index payout_beneficiaries_saved
  on payout_beneficiaries (saved_key, merchant_id, environment);

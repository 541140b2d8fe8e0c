-- In each bucket. The two histories of charges become one: what the Central Bank's API has replaced
-- moves to the table of the changes of charges with a due date. No charge has rows in both.

alter table charge_revisions add column author text;

-- Citus sends a wrong text to its nodes for an insert that selects from a table directly.
with earlier as materialized (select * from api_pix_revisions)
insert into charge_revisions
  (merchant_id, environment, charge_id, revision, terms, standard, replaced_at)
select merchant_id, environment, charge_id, revision,
  json_build_object('amount', fields -> 'amount', 'fee', fields -> 'fee',
    'qrcode', fields -> 'qrcode', 'expiresInSeconds', fields -> 'expiresInSeconds'),
  case json_typeof(fields -> 'payer') when 'object'
    then json_build_object('payer', fields -> 'payer', 'terms', fields -> 'terms') end,
  replaced_at
from earlier;

-- In each bucket. An endpoint may get the call-backs of the Central Bank's API Pix instead of our
-- events: those of one Pix key.
alter table webhook_endpoints add column format text not null default 'events';
alter table webhook_endpoints add column pix_key text;
alter table webhook_endpoints add constraint webhook_endpoints_format_check
  check (format in ('events', 'api_pix'));
alter table webhook_endpoints add constraint webhook_endpoints_pix_key_check
  check ((format = 'api_pix') = (pix_key is not null));
create unique index webhook_endpoints_of_pix_key
  on webhook_endpoints (merchant_id, environment, pix_key)
  where pix_key is not null and status <> 'deleted';

-- Endpoints have the addresses of call-backs; no release had this table.
drop table api_pix_webhooks;

-- In each bucket. The addresses of the call-backs of Pix Automático.

alter table webhook_endpoints drop constraint webhook_endpoints_format_check;
alter table webhook_endpoints add constraint webhook_endpoints_format_check
  check (format in ('events', 'api_pix', 'api_pix_rec', 'api_pix_cobr'));
create unique index webhook_endpoints_of_format
  on webhook_endpoints (merchant_id, environment, format)
  where format in ('api_pix_rec', 'api_pix_cobr') and status <> 'deleted';

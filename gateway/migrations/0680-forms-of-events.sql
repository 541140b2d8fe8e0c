-- In each bucket. The body of a frequent event is made again from columns that never change, and is
-- not stored: it was the largest part of the log of a payment. Events that exist keep their bodies.
alter table webhook_events alter column body drop not null;
alter table webhook_events
  add column form bigint,
  add column amount_centavos bigint,
  add column external_id text;
alter table webhook_events add constraint webhook_events_body_or_form
  check ((body is null) = (form is not null) and (body is not null or amount_centavos is not null))
  not valid;

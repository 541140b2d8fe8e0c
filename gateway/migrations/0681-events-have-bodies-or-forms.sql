-- In each bucket. Reads the events that exist without a lock that stops the gateway.
alter table webhook_events validate constraint webhook_events_body_or_form;

-- Mails to payers are in the same outbox. They have the look of their merchant, are checked again
-- before they are sent, and are deleted after a time.
alter table mails add column payer_mail json;
alter table mails drop constraint mails_status_check;
alter table mails add constraint mails_status_check
  check (status in ('pending', 'sent', 'kept', 'failed', 'canceled'));

create index mails_to_payers on mails (id) where payer_mail is not null;

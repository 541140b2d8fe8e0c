-- Mails may have files, such as the closing of a month, which are made when the mail is sent. They
-- take longer, so such mails have a queue of their own and delay no other mail.
alter table mails add column attached_files text;

drop index mails_due;
create index mails_due on mails (next_attempt_at)
  where status = 'pending' and attached_files is null;
create index mails_with_files_due on mails (next_attempt_at)
  where status = 'pending' and attached_files is not null;

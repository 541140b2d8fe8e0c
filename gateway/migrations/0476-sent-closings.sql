-- The mails with the closings of a merchant, for the list of those that were sent.

create index mails_with_files_of_merchant
  on mails (substring(attached_files, '"merchantId":"([^"]*)"'), id)
  where attached_files is not null;

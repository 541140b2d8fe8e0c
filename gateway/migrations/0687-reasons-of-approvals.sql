-- In each bucket. A member who rejects a payout or a batch may say why; the requester reads it on
-- the payout or batch and in the mail.
alter table payout_approvals add column reason text;
alter table payout_approvals
  add constraint payout_approvals_reason_check check (length(reason) between 1 and 200);
alter table payout_batches add column reason text;
alter table payout_batches
  add constraint payout_batches_reason_check check (length(reason) between 1 and 200);

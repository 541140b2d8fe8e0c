-- In each bucket. The approver of a payout sees who requested it and the limit that it passed.
-- Approvals from before have neither.

alter table payout_approvals add column requested_by text;
alter table payout_approvals add column limit_centavos bigint;
alter table payout_approvals add constraint payout_approvals_limit_centavos_check
  check (limit_centavos >= 0);

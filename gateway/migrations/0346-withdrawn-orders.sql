-- In each bucket: after a restore the bank may have a payout or refund that is still open here. When
-- it is rejected, expires or is cancelled, it is withdrawn: the bank is asked about it, and it fails
-- for this reason only if the bank doesn't have it. A withdrawn order is never sent.

alter table payouts
  add column withdrawn_code text;
alter table payouts
  add column withdrawn_message text;
alter table payouts
  add constraint payouts_withdrawn_check
    check ((withdrawn_code is null) = (withdrawn_message is null)) not valid;
alter table refunds
  add column withdrawn_code text;
alter table refunds
  add column withdrawn_message text;
alter table refunds
  add constraint refunds_withdrawn_check
    check ((withdrawn_code is null) = (withdrawn_message is null)) not valid;

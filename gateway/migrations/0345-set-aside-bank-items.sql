-- In each bucket: an item of the bank's lists that can't be read or booked is set aside as other due
-- work, so that operators see it and its neighbours go on: a dispute, a defence, the refunds of a
-- payment, a call-back, and the check of a payout or refund that has ended.

alter table set_aside_work
  drop constraint set_aside_work_kind_check;
alter table set_aside_work
  add constraint set_aside_work_kind_check check (
    kind in ('charge', 'payout', 'payout_return', 'refund', 'incoming_payment', 'settlement',
      'dispute', 'dispute_defense', 'bank_refund', 'callback', 'payout_check', 'refund_check'));

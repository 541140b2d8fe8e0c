-- In each bucket. Drafts, changes and cancellations of charges that fail are set aside under a kind
-- of their own: an operator may not drop them, because their result at the bank is not known.
alter table set_aside_work drop constraint set_aside_work_kind_check;
alter table set_aside_work add constraint set_aside_work_kind_check
  check (kind in ('charge', 'payout', 'payout_return', 'refund', 'incoming_payment',
    'settlement', 'dispute', 'dispute_defense', 'bank_refund', 'callback', 'payout_check',
    'refund_check', 'subscription', 'recurrence', 'bank_cycle', 'bank_charge'));
-- What is set aside under the old kind moves to the new one, also what operators have dropped: a
-- dropped item would keep its charge from expiring for ever.
update set_aside_work s set kind = 'bank_charge', dropped_at = null, dropped_reason = null,
    next_try_at = first_failed_at
  where kind = 'charge' and (
    exists (select from charge_drafts d where d.id::text = s.id)
    or exists (select from charge_changes c where c.charge_id::text = s.id)
    or exists (select from charge_cancellations c where c.charge_id::text = s.id));

-- In each bucket: a merchant cancels a pending charge. A payment that crosses the cancellation is
-- booked all the same: then the charge goes from `canceled` to `paid`.

alter table charges
  drop constraint charges_status_check;
alter table charges
  add constraint charges_status_check check (
    status in ('pending', 'paid', 'expired', 'canceled', 'partially_refunded', 'refunded'));

drop trigger charges_legal_transition on charges;
create trigger charges_legal_transition before update of status on charges
  for each row when (old.status is distinct from new.status)
  execute function public.refuse_illegal_transition('pending > paid', 'pending > expired',
    'pending > canceled',
    -- The bank received the money although the charge had ended here.
    'expired > paid', 'canceled > paid',
    'paid > partially_refunded', 'paid > refunded', 'partially_refunded > refunded');

-- Live charges whose removal the bank was asked for and has not confirmed. The row is committed before
-- the bank is asked, so that the worker asks again after a time-out or a crash.
create table charge_cancellations (
  merchant_id uuid not null,
  environment text not null check (environment = 'live'),
  charge_id uuid not null,
  requested_at timestamptz not null,
  -- When the worker takes it over: later than the longest bank call of the request that made it.
  due_at timestamptz not null,
  primary key (merchant_id, environment, charge_id)
);

create index charge_cancellations_due on charge_cancellations (due_at);

-- Endpoints that get all events get this one too.
update webhook_endpoints set events = events || array['deposit.canceled']
  where events @> array['deposit.paid', 'deposit.expired', 'deposit.refunded', 'payout.paid',
      'payout.failed', 'payout.returned', 'payout.awaiting_approval', 'payout.rejected',
      'split.received', 'split.refunded', 'split.disputed', 'dispute.opened', 'dispute.updated',
      'dispute.closed', 'balance.adjusted']
    and not events && array['deposit.canceled'];

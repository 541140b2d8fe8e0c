-- Endpoints that get all events of transactions get those of received shares too.
update webhook_endpoints
  set events = events || array['split.received', 'split.refunded', 'split.disputed']
  where events @> array['deposit.paid', 'deposit.expired', 'deposit.refunded', 'payout.paid',
      'payout.failed']
    and not events && array['split.received', 'split.refunded', 'split.disputed'];
alter table webhook_endpoints alter column events set default
  array['deposit.paid', 'deposit.expired', 'deposit.refunded', 'payout.paid', 'payout.failed',
    'dispute.opened', 'dispute.updated', 'dispute.closed',
    'split.received', 'split.refunded', 'split.disputed'];

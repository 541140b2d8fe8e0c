-- In each bucket. Failed refunds have an event. Webhooks that got every event get it too; those of
-- the Central Bank's API Pix get it, and the events of disputes, which may have returned a Pix.
update webhook_endpoints
set events = array['deposit.paid', 'deposit.refunded', 'deposit.refund_failed', 'dispute.updated',
  'dispute.closed']
where format = 'api_pix';
update webhook_endpoints set events = events || array['deposit.refund_failed']
where format = 'events' and not events @> array['deposit.refund_failed']
  and events @> array['deposit.paid', 'deposit.expired', 'deposit.canceled', 'deposit.refunded',
    'payout.paid', 'payout.failed', 'payout.returned', 'payout.awaiting_approval',
    'payout.rejected', 'split.received', 'split.refunded', 'split.disputed', 'dispute.opened',
    'dispute.updated', 'dispute.closed', 'balance.adjusted'];

-- Endpoints that get all events of transactions get those of the approval of payouts too.
update webhook_endpoints
  set events = events || array['payout.awaiting_approval', 'payout.rejected']
  where events @> array['deposit.paid', 'deposit.expired', 'deposit.refunded', 'payout.paid',
      'payout.failed', 'payout.returned']
    and not events && array['payout.awaiting_approval', 'payout.rejected'];

<?php

// Made from the OpenAPI document by sdk/tools/generate.ts. Do not edit.

declare(strict_types=1);

namespace PixGateway;

/** Os eventos que o gateway envia. */
final class EventKind
{
    public const DEPOSIT_PAID = 'deposit.paid';
    public const DEPOSIT_EXPIRED = 'deposit.expired';
    public const DEPOSIT_CANCELED = 'deposit.canceled';
    public const DEPOSIT_REFUNDED = 'deposit.refunded';
    public const DEPOSIT_REFUND_FAILED = 'deposit.refund_failed';
    public const PAYOUT_PAID = 'payout.paid';
    public const PAYOUT_FAILED = 'payout.failed';
    public const PAYOUT_RETURNED = 'payout.returned';
    public const PAYOUT_AWAITING_APPROVAL = 'payout.awaiting_approval';
    public const PAYOUT_REJECTED = 'payout.rejected';
    public const SPLIT_RECEIVED = 'split.received';
    public const SPLIT_REFUNDED = 'split.refunded';
    public const SPLIT_DISPUTED = 'split.disputed';
    public const DISPUTE_OPENED = 'dispute.opened';
    public const DISPUTE_UPDATED = 'dispute.updated';
    public const DISPUTE_CLOSED = 'dispute.closed';
    public const BALANCE_ADJUSTED = 'balance.adjusted';
    public const SUBSCRIPTION_AUTHORIZED = 'subscription.authorized';
    public const SUBSCRIPTION_REJECTED = 'subscription.rejected';
    public const SUBSCRIPTION_PAUSED = 'subscription.paused';
    public const SUBSCRIPTION_RESUMED = 'subscription.resumed';
    public const SUBSCRIPTION_CANCELED = 'subscription.canceled';
    public const SUBSCRIPTION_EXPIRED = 'subscription.expired';
    public const CYCLE_SCHEDULED = 'cycle.scheduled';
    public const CYCLE_PAID = 'cycle.paid';
    public const CYCLE_FAILED = 'cycle.failed';
    public const CYCLE_RETRYING = 'cycle.retrying';
    public const CYCLE_CANCELED = 'cycle.canceled';
    public const WEBHOOK_TEST = 'webhook.test';
}

<?php

// Made from the OpenAPI document by sdk/tools/generate.ts. Do not edit.

declare(strict_types=1);

namespace PixGateway;

/**
 * Os tipos dos corpos e das respostas, para PHPStan e Psalm:
 * `@phpstan-import-type Charge from \PixGateway\Types`.
 *
 * @phpstan-type Balance array{
 *   environment: 'test'|'live',
 *   currency: 'BRL',
 *   available: int,
 *   reserved: int,
 *   blocked: int,
 *   debt: int,
 *   pending_settlement: int,
 *   next_settlements: list<BalanceNextSettlement>,
 * }
 * @phpstan-type BalanceAdjustedEvent array{
 *   id: string,
 *   event: 'balance.adjusted',
 *   environment: 'test'|'live',
 *   sequence: int,
 *   created_at: string,
 *   data: BalanceAdjustment,
 * }
 * @phpstan-type BalanceAdjustment array{
 *   type: 'balance_adjustment',
 *   internal_id: string,
 *   kind: 'adjustment'|'hold'|'release'|'unassignment'|'refund_reversal'|'dispute',
 *   amount: int,
 *   debt_amount: int,
 *   blocked_amount: int,
 *   reason: string,
 *   reference: string|null,
 *   hold_id: string|null,
 *   created_at: string,
 * }
 * @phpstan-type BalanceNextSettlement array{
 *   date: string,
 *   amount: int,
 * }
 * @phpstan-type BatchedCharge array{
 *   internal_id: string,
 *   external_id: string|null,
 *   status: 'pending'|'paid'|'expired'|'canceled'|'partially_refunded'|'refunded',
 *   amount: int,
 *   fee_amount: int,
 *   net_amount: int,
 *   qrcode: string,
 *   qr_image_url: string,
 *   expires_at: string,
 *   created_at: string,
 *   due?: ChargeDue,
 *   payment_url: string,
 * }
 * @phpstan-type Beneficiary array{
 *   name: string,
 *   document: string,
 * }
 * @phpstan-type CanceledSubscription array{
 *   internal_id: string,
 *   reference: string,
 *   status: 'created'|'authorized'|'paused'|'rejected'|'canceled'|'expired',
 *   reason: SubscriptionReason|null,
 *   ended_by: 'merchant'|'payer'|'gateway'|null,
 *   payer: SubscriptionPayer,
 *   description: string,
 *   amount: int|null,
 *   min_amount: int|null,
 *   interval: 'weekly'|'monthly'|'quarterly'|'semiannual'|'annual',
 *   retries: 'none'|'three_in_seven_days',
 *   journey: 'bank_push'|'code'|'code_and_first_payment'|'offer'|null,
 *   first_due_on: string,
 *   ends_on: string|null,
 *   splits: mixed,
 *   metadata: array<string, string>|null,
 *   authorization: SubscriptionAuthorization,
 *   first_transaction_id: string|null,
 *   payment_link_id: string|null,
 *   next_cycle: SubscriptionNextCycle|null,
 *   created_at: string,
 *   authorized_at: string|null,
 *   ended_at: string|null,
 *   not_canceled: list<SubscriptionCycle>,
 * }
 * @phpstan-type CarneFilters array{
 *   from?: int,
 * }
 * @phpstan-type Charge array{
 *   type: 'charge',
 *   internal_id: string,
 *   external_id: string|null,
 *   status: 'pending'|'paid'|'expired'|'canceled'|'partially_refunded'|'refunded',
 *   amount: int,
 *   fee_amount: int,
 *   net_amount: int,
 *   qrcode: string,
 *   qr_image_url: string,
 *   expires_at: string,
 *   created_at: string,
 *   due?: ChargeDue,
 *   original?: int,
 *   fine?: int,
 *   interest?: int,
 *   rebate?: int,
 *   discount?: int,
 *   paid_amount?: int,
 *   payment_url: string,
 *   public_qr_image_url: string,
 *   paid_at: string|null,
 *   end_to_end_id: string|null,
 *   client_id: string|null,
 *   description: string|null,
 *   payer: ChargePayer,
 *   utm: array<string, string>|null,
 *   split: list<ChargeSplit>,
 *   subscription_id?: string,
 *   payment_link_id?: string,
 *   renewed_from?: string,
 *   refunded_amount?: int,
 *   refunds?: list<Refund>,
 *   change_pending?: bool,
 *   disputed_amount?: int,
 * }
 * @phpstan-type ChargeBatch array{
 *   id: string,
 *   external_id: string|null,
 *   status: 'checked'|'processing'|'completed',
 *   amount: int,
 *   count: int,
 *   created_count: int,
 *   refused_count: int,
 *   open_count: int,
 *   created_at: string,
 *   completed_at: string|null,
 *   waiting_for_bank_since: string|null,
 * }
 * @phpstan-type ChargeBatchItem array{
 *   index: int,
 *   installment: int,
 *   status: 'open'|'created'|'refused',
 *   charge: BatchedCharge|null,
 *   refusal: ChargeBatchItemRefusal|null,
 * }
 * @phpstan-type ChargeBatchItemFilters array{
 *   cursor?: string,
 *   limit?: int,
 *   status?: 'open'|'created'|'refused',
 * }
 * @phpstan-type ChargeBatchItemPage array{
 *   data: list<ChargeBatchItem>,
 *   next_cursor: string|null,
 * }
 * @phpstan-type ChargeBatchItemRefusal array{
 *   code: string,
 *   message: string,
 *   fields: list<ChargeBatchItemRefusalField>,
 * }
 * @phpstan-type ChargeBatchItemRefusalField array{
 *   field: string,
 *   message: string,
 * }
 * @phpstan-type ChargeBatchPage array{
 *   data: list<ChargeBatch>,
 *   next_cursor: string|null,
 * }
 * @phpstan-type ChargeChange array{
 *   amount?: int,
 *   due_date?: string|null,
 *   days_after_due?: int|null,
 *   fine?: ChargeDueFine|null,
 *   interest?: ChargeDueInterest|null,
 *   rebate?: ChargeDueFine|null,
 *   discounts?: list<ChargeDueDiscount>|null,
 * }
 * @phpstan-type ChargeDue array{
 *   due_date: string,
 *   days_after_due: int,
 *   fine: ChargeDueFine|null,
 *   interest: ChargeDueInterest|null,
 *   rebate: ChargeDueFine|null,
 *   discounts: list<ChargeDueDiscount>,
 *   last_payable_day: string,
 *   payable_today: int|null,
 *   revision: int,
 *   expected_amount?: int,
 *   revisions?: list<ChargeDueRevision>,
 * }
 * @phpstan-type ChargeDueDiscount array{
 *   mode: 'fixed_until'|'percent_until'|'fixed_per_day'|'fixed_per_business_day'|'percent_per_day'|'percent_per_business_day',
 *   value: int,
 *   until?: string|null,
 * }
 * @phpstan-type ChargeDueFine array{
 *   type: 'fixed'|'percent',
 *   value: int,
 * }
 * @phpstan-type ChargeDueInterest array{
 *   mode: 'fixed_per_day'|'percent_per_day'|'percent_per_month'|'percent_per_year'|'fixed_per_business_day'|'percent_per_business_day'|'percent_per_business_month'|'percent_per_business_year',
 *   value: int,
 * }
 * @phpstan-type ChargeDueRevision array{
 *   revision: int,
 *   amount: int,
 *   due_date: string,
 *   days_after_due: int,
 *   fine: ChargeDueFine|null,
 *   interest: ChargeDueInterest|null,
 *   rebate: ChargeDueFine|null,
 *   discounts: list<ChargeDueDiscount>,
 *   replaced_at: string,
 * }
 * @phpstan-type ChargeMails array{
 *   data: list<ChargeMailsItem>,
 *   address_stop: ChargeMailsAddressStop|null,
 *   whatsapp_url: string|null,
 * }
 * @phpstan-type ChargeMailsAddressStop array{
 *   reason: 'unsubscribed'|'refused',
 *   reply: string|null,
 * }
 * @phpstan-type ChargeMailsItem array{
 *   kind: 'before'|'on_due_day'|'after'|'receipt'|'attempt_1_failed'|'attempt_2_failed'|'attempt_3_failed'|'attempt_4_failed'|'subscription_canceled',
 *   status: 'planned'|'waiting'|'sent'|'skipped'|'failed',
 *   reason: 'paid'|'canceled'|'expired'|'renewed'|'refunded'|'erased'|'turned_off'|'late'|'unsubscribed'|'address_refused'|'mail_refused'|'test_address'|'address_limit'|'daily_limit'|'account_not_active'|'no_mail_server'|'gave_up'|'interrupted'|null,
 *   reply: string|null,
 *   planned_for: string,
 *   sent_at: string|null,
 * }
 * @phpstan-type ChargePayer array{
 *   name: string,
 *   document: string,
 *   email: string|null,
 *   address?: ChargePayerAddress,
 * }
 * @phpstan-type ChargePayerAddress array{
 *   street: string,
 *   city: string,
 *   state: string,
 *   postal_code: string,
 *   city_code: string|null,
 * }
 * @phpstan-type ChargeSplit array{
 *   username: string,
 *   percentage: float|int|null,
 *   amount: int,
 *   status: 'pending'|'paid'|'canceled'|'partially_refunded'|'refunded',
 * }
 * @phpstan-type ClosingFilters array{
 *   limit?: int,
 *   cursor?: string,
 * }
 * @phpstan-type ClosingPage array{
 *   data: list<MailedClosing>,
 *   next_cursor: string|null,
 * }
 * @phpstan-type ClosingRecipient array{
 *   id: string,
 *   email: string,
 *   language: 'pt-BR'|'en',
 *   periods: list<'month'|'week'|'day'>,
 *   confirmed_at: string|null,
 *   next_at: string|null,
 * }
 * @phpstan-type ClosingSettings array{
 *   formats: list<'pdf'|'xlsx'|'csv'|'ofx'>,
 *   recipients: list<ClosingRecipient>,
 * }
 * @phpstan-type CreatedCharge array{
 *   internal_id: string,
 *   external_id: string|null,
 *   status: 'pending'|'paid'|'expired'|'canceled'|'partially_refunded'|'refunded',
 *   amount: int,
 *   fee_amount: int,
 *   net_amount: int,
 *   qrcode: string,
 *   qr_image_url: string,
 *   expires_at: string,
 *   created_at: string,
 *   due?: ChargeDue,
 * }
 * @phpstan-type CreatedPayout array{
 *   internal_id: string,
 *   external_id: string|null,
 *   status: 'awaiting_approval'|'pending'|'paid'|'failed',
 *   amount: int,
 *   fee_amount: int,
 *   pix_key: string,
 *   pix_key_type: string,
 *   beneficiary: Beneficiary,
 *   created_at: string,
 * }
 * @phpstan-type CreatedRefund array{
 *   internal_id: string,
 *   transaction_id: string,
 *   status: 'pending'|'done'|'failed',
 *   amount: int,
 *   reason: string|null,
 *   created_at: string,
 * }
 * @phpstan-type Customer array{
 *   id: string,
 *   name: string,
 *   document: string,
 *   email: string|null,
 *   first_charge_at: string,
 *   last_charge_at: string,
 * }
 * @phpstan-type CustomerDetails array{
 *   id: string,
 *   name: string,
 *   document: string,
 *   email: string|null,
 *   first_charge_at: string,
 *   last_charge_at: string,
 *   summary: CustomerSummary,
 * }
 * @phpstan-type CustomerErasure array{
 *   id: string,
 *   customer_id: string,
 *   status: 'running'|'done',
 *   erased_charges: int,
 *   requested_at: string,
 *   finished_at: string|null,
 * }
 * @phpstan-type CustomerExport array{
 *   exported_at: string,
 *   customer: Customer,
 *   notes: list<CustomerNote>,
 *   charges: list<Charge>,
 *   disputes: list<Dispute>,
 *   mails: list<CustomerExportMail>,
 *   subscriptions: list<Subscription>,
 *   is_complete: bool,
 * }
 * @phpstan-type CustomerExportMail array{
 *   transaction_id: string,
 *   kind: 'before'|'on_due_day'|'after'|'receipt'|'attempt_1_failed'|'attempt_2_failed'|'attempt_3_failed'|'attempt_4_failed'|'subscription_canceled',
 *   status: 'planned'|'waiting'|'sent'|'skipped'|'failed',
 *   reason: 'paid'|'canceled'|'expired'|'renewed'|'refunded'|'erased'|'turned_off'|'late'|'unsubscribed'|'address_refused'|'mail_refused'|'test_address'|'address_limit'|'daily_limit'|'account_not_active'|'no_mail_server'|'gave_up'|'interrupted'|null,
 *   reply: string|null,
 *   planned_for: string,
 *   sent_at: string|null,
 * }
 * @phpstan-type CustomerFilters array{
 *   search?: string,
 *   cursor?: string,
 *   limit?: int,
 * }
 * @phpstan-type CustomerNote array{
 *   id: string,
 *   text: string,
 *   author: string,
 *   created_at: string,
 * }
 * @phpstan-type CustomerPage array{
 *   data: list<Customer>,
 *   next_cursor: string|null,
 * }
 * @phpstan-type CustomerSummary array{
 *   charge_count: int,
 *   paid_count: int,
 *   paid_amount: int,
 *   refunded_amount: int,
 *   disputed_amount: int,
 *   pending_count: int,
 *   pending_amount: int,
 *   expired_count: int,
 *   expired_amount: int,
 *   last_paid_at: string|null,
 *   is_complete: bool,
 * }
 * @phpstan-type CycleCanceledEvent array{
 *   id: string,
 *   event: 'cycle.canceled',
 *   environment: 'test'|'live',
 *   sequence: int,
 *   created_at: string,
 *   data: SubscriptionCycle,
 * }
 * @phpstan-type CycleFailedEvent array{
 *   id: string,
 *   event: 'cycle.failed',
 *   environment: 'test'|'live',
 *   sequence: int,
 *   created_at: string,
 *   data: SubscriptionCycle,
 * }
 * @phpstan-type CyclePaidEvent array{
 *   id: string,
 *   event: 'cycle.paid',
 *   environment: 'test'|'live',
 *   sequence: int,
 *   created_at: string,
 *   data: SubscriptionCycle,
 * }
 * @phpstan-type CycleRetryingEvent array{
 *   id: string,
 *   event: 'cycle.retrying',
 *   environment: 'test'|'live',
 *   sequence: int,
 *   created_at: string,
 *   data: SubscriptionCycle,
 * }
 * @phpstan-type CycleScheduledEvent array{
 *   id: string,
 *   event: 'cycle.scheduled',
 *   environment: 'test'|'live',
 *   sequence: int,
 *   created_at: string,
 *   data: SubscriptionCycle,
 * }
 * @phpstan-type DepositCanceledEvent array{
 *   id: string,
 *   event: 'deposit.canceled',
 *   environment: 'test'|'live',
 *   sequence: int,
 *   created_at: string,
 *   data: Charge,
 * }
 * @phpstan-type DepositExpiredEvent array{
 *   id: string,
 *   event: 'deposit.expired',
 *   environment: 'test'|'live',
 *   sequence: int,
 *   created_at: string,
 *   data: Charge,
 * }
 * @phpstan-type DepositPaidEvent array{
 *   id: string,
 *   event: 'deposit.paid',
 *   environment: 'test'|'live',
 *   sequence: int,
 *   created_at: string,
 *   data: Charge,
 * }
 * @phpstan-type DepositRefundFailedEvent array{
 *   id: string,
 *   event: 'deposit.refund_failed',
 *   environment: 'test'|'live',
 *   sequence: int,
 *   created_at: string,
 *   data: Charge,
 * }
 * @phpstan-type DepositRefundedEvent array{
 *   id: string,
 *   event: 'deposit.refunded',
 *   environment: 'test'|'live',
 *   sequence: int,
 *   created_at: string,
 *   data: Charge,
 * }
 * @phpstan-type Dispute array{
 *   internal_id: string,
 *   transaction_id: string,
 *   end_to_end_id: string,
 *   reason: 'fraud'|'operational_failure'|'automatic_pix',
 *   status: 'open'|'in_defense'|'accepted'|'rejected'|'canceled',
 *   amount: int,
 *   blocked_amount: int,
 *   returned_amount: int,
 *   opened_at: string,
 *   defense_due_at: string|null,
 *   closed_at: string|null,
 *   defense: DisputeDefense|null,
 * }
 * @phpstan-type DisputeClosedEvent array{
 *   id: string,
 *   event: 'dispute.closed',
 *   environment: 'test'|'live',
 *   sequence: int,
 *   created_at: string,
 *   data: Dispute,
 * }
 * @phpstan-type DisputeDefense array{
 *   text: string,
 *   status: 'waiting'|'sent'|'failed',
 *   created_at: string,
 *   sent_at: string|null,
 *   failure_reason: string|null,
 * }
 * @phpstan-type DisputeFile array{
 *   id: string,
 *   name: string,
 *   content_type: 'application/pdf'|'image/jpeg'|'image/png',
 *   size_bytes: int,
 *   created_at: string,
 *   sent_at: string|null,
 * }
 * @phpstan-type DisputeFiles array{
 *   data: list<DisputeFile>,
 * }
 * @phpstan-type DisputeFilters array{
 *   customer?: string,
 *   status?: 'open'|'in_defense'|'accepted'|'rejected'|'canceled',
 *   transaction_id?: string,
 *   created_from?: string,
 *   created_to?: string,
 *   limit?: int,
 *   cursor?: string,
 * }
 * @phpstan-type DisputeOpenedEvent array{
 *   id: string,
 *   event: 'dispute.opened',
 *   environment: 'test'|'live',
 *   sequence: int,
 *   created_at: string,
 *   data: Dispute,
 * }
 * @phpstan-type DisputePage array{
 *   data: list<Dispute>,
 *   next_cursor: string|null,
 * }
 * @phpstan-type DisputeUpdatedEvent array{
 *   id: string,
 *   event: 'dispute.updated',
 *   environment: 'test'|'live',
 *   sequence: int,
 *   created_at: string,
 *   data: Dispute,
 * }
 * @phpstan-type EventAttempt array{
 *   delivery_id: string,
 *   webhook_endpoint_id: string|null,
 *   url: string|null,
 *   attempt: int,
 *   started_at: string,
 *   duration_ms: int,
 *   response_status: int|null,
 *   response_excerpt: string|null,
 *   failure: string|null,
 * }
 * @phpstan-type EventAttempts array{
 *   data: list<EventAttempt>,
 * }
 * @phpstan-type EventDetails array{
 *   id: string,
 *   event: 'deposit.paid'|'deposit.expired'|'deposit.canceled'|'deposit.refunded'|'deposit.refund_failed'|'payout.paid'|'payout.failed'|'payout.returned'|'payout.awaiting_approval'|'payout.rejected'|'split.received'|'split.refunded'|'split.disputed'|'dispute.opened'|'dispute.updated'|'dispute.closed'|'balance.adjusted'|'subscription.authorized'|'subscription.rejected'|'subscription.paused'|'subscription.resumed'|'subscription.canceled'|'subscription.expired'|'cycle.scheduled'|'cycle.paid'|'cycle.failed'|'cycle.retrying'|'cycle.canceled'|'webhook.test',
 *   environment: 'test'|'live',
 *   sequence: int,
 *   created_at: string,
 *   data: array<string, mixed>,
 *   resource_id: string,
 *   delivered: bool,
 *   deliveries: list<EventDetailsDelivery>,
 * }
 * @phpstan-type EventDetailsDelivery array{
 *   id: string,
 *   webhook_endpoint_id: string|null,
 *   url: string|null,
 *   status: 'pending'|'delivered'|'failed',
 *   attempt_count: int,
 *   next_attempt_at: string|null,
 * }
 * @phpstan-type EventFilters array{
 *   type?: string,
 *   resource?: string,
 *   delivered?: bool,
 *   after?: string,
 *   since?: string,
 *   limit?: int,
 * }
 * @phpstan-type EventPage array{
 *   data: list<EventPageItem>,
 *   next_cursor: string|null,
 *   has_more: bool,
 * }
 * @phpstan-type EventPageItem array{
 *   id: string,
 *   event: 'deposit.paid'|'deposit.expired'|'deposit.canceled'|'deposit.refunded'|'deposit.refund_failed'|'payout.paid'|'payout.failed'|'payout.returned'|'payout.awaiting_approval'|'payout.rejected'|'split.received'|'split.refunded'|'split.disputed'|'dispute.opened'|'dispute.updated'|'dispute.closed'|'balance.adjusted'|'subscription.authorized'|'subscription.rejected'|'subscription.paused'|'subscription.resumed'|'subscription.canceled'|'subscription.expired'|'cycle.scheduled'|'cycle.paid'|'cycle.failed'|'cycle.retrying'|'cycle.canceled'|'webhook.test',
 *   environment: 'test'|'live',
 *   sequence: int,
 *   created_at: string,
 *   data: array<string, mixed>,
 *   resource_id: string,
 *   delivered: bool,
 * }
 * @phpstan-type EventResend array{
 *   webhook_endpoint_id?: string|null,
 * }
 * @phpstan-type EventStreamFilters array{
 *   type?: string,
 *   after?: string,
 *   since?: string,
 * }
 * @phpstan-type FailureReason array{
 *   code: string,
 *   message: string,
 * }
 * @phpstan-type ListedRefund array{
 *   internal_id: string,
 *   status: 'pending'|'done'|'failed',
 *   amount: int,
 *   reason: string|null,
 *   split: list<RefundSplit>,
 *   created_at: string,
 *   done_at: string|null,
 *   return_id: string|null,
 *   client_id: string|null,
 *   failure_reason: FailureReason|null,
 *   held?: bool,
 *   transaction_id: string,
 *   external_id: string|null,
 *   end_to_end_id: string,
 * }
 * @phpstan-type MailedClosing array{
 *   id: string,
 *   email: string,
 *   from: string,
 *   to: string,
 *   formats: list<'pdf'|'xlsx'|'csv'|'ofx'>,
 *   status: 'waiting'|'sent'|'failed',
 *   created_at: string,
 *   sent_at: string|null,
 * }
 * @phpstan-type NewCharge array{
 *   amount: int,
 *   payer: NewPayer,
 *   external_id?: string|null,
 *   description?: string|null,
 *   expires_in?: int|null,
 *   due_date?: string|null,
 *   days_after_due?: int|null,
 *   fine?: ChargeDueFine|null,
 *   interest?: ChargeDueInterest|null,
 *   rebate?: ChargeDueFine|null,
 *   discounts?: list<ChargeDueDiscount>|null,
 *   webhook_url?: string|null,
 *   utm?: array<string, string>|null,
 *   split?: list<NewSplit>|null,
 *   clock_id?: string|null,
 * }
 * @phpstan-type NewChargeBatch array{
 *   charges: list<NewCharge>,
 *   only_valid?: bool|null,
 *   external_id?: string|null,
 * }
 * @phpstan-type NewDefense array{
 *   text: string,
 * }
 * @phpstan-type NewDisputeFile array{
 *   name: string,
 *   content: string,
 * }
 * @phpstan-type NewPayer array{
 *   name: string,
 *   document: string,
 *   email?: string|null,
 *   address?: NewPayerAddress|null,
 * }
 * @phpstan-type NewPayerAddress array{
 *   street: string,
 *   city: string,
 *   state: string,
 *   postal_code: string,
 *   city_code?: string|null,
 * }
 * @phpstan-type NewPaymentLink array{
 *   title: string,
 *   description?: string|null,
 *   product_id?: string|null,
 *   amount?: int|null,
 *   min_amount?: int|null,
 *   max_amount?: int|null,
 *   stock?: int|null,
 *   status?: 'active'|'paused',
 *   expires_at?: string|null,
 *   return_url?: string|null,
 *   due_in_days?: int|null,
 *   days_after_due?: int|null,
 *   fine?: ChargeDueFine|null,
 *   interest?: ChargeDueInterest|null,
 *   rebate?: ChargeDueFine|null,
 *   discounts?: list<PaymentLinkDueDiscount>|null,
 *   subscription?: NewPaymentLinkSubscription|null,
 * }
 * @phpstan-type NewPaymentLinkSubscription array{
 *   interval: 'weekly'|'monthly'|'quarterly'|'semiannual'|'annual',
 *   first_due_in_days?: int|null,
 *   first_due_day?: int|null,
 *   journey?: 'code'|'code_and_first_payment',
 *   retries?: 'none'|'three_in_seven_days',
 *   cycles?: int|null,
 * }
 * @phpstan-type NewPayout array{
 *   amount: int,
 *   pix_key: string,
 *   pix_key_type: 'cpf'|'cnpj'|'email'|'phone'|'random'|'evp',
 *   beneficiary: Beneficiary,
 *   external_id?: string|null,
 *   webhook_url?: string|null,
 * }
 * @phpstan-type NewProduct array{
 *   name: string,
 *   description?: string|null,
 *   amount: int,
 * }
 * @phpstan-type NewRefund array{
 *   amount?: int|null,
 *   reason?: string|null,
 *   bear_all?: bool|null,
 * }
 * @phpstan-type NewSplit array{
 *   username: string,
 *   percentage?: float|int,
 *   amount?: int,
 * }
 * @phpstan-type NewSplitPreview array{
 *   amount: int,
 *   split?: list<NewSplit>|null,
 *   internal_id?: string|null,
 *   due_date?: string|null,
 *   days_after_due?: int|null,
 *   fine?: ChargeDueFine|null,
 *   interest?: ChargeDueInterest|null,
 *   rebate?: ChargeDueFine|null,
 *   discounts?: list<ChargeDueDiscount>|null,
 *   payer?: NewSplitPreviewPayer,
 * }
 * @phpstan-type NewSplitPreviewPayer array{
 *   address?: NewPayerAddress|null,
 * }
 * @phpstan-type NewSubscription array{
 *   reference: string,
 *   payer: NewSubscriptionPayer,
 *   description: string,
 *   amount?: int|null,
 *   min_amount?: int|null,
 *   interval: 'weekly'|'monthly'|'quarterly'|'semiannual'|'annual',
 *   first_due_on: string,
 *   ends_on?: string|null,
 *   retries: 'none'|'three_in_seven_days',
 *   journey: 'bank_push'|'code'|'code_and_first_payment'|'offer',
 *   first_payment?: NewSubscriptionFirstPayment|null,
 *   splits?: list<NewSplit>|null,
 *   metadata?: array<string, string>|null,
 *   clock_id?: string|null,
 * }
 * @phpstan-type NewSubscriptionCycle array{
 *   amount: int,
 *   due_on: string,
 * }
 * @phpstan-type NewSubscriptionFirstPayment array{
 *   amount: int,
 * }
 * @phpstan-type NewSubscriptionPayer array{
 *   name: string,
 *   document: string,
 *   email?: string|null,
 *   account?: NewSubscriptionPayerAccount|null,
 * }
 * @phpstan-type NewSubscriptionPayerAccount array{
 *   ispb: string,
 *   branch?: string|null,
 *   number: string,
 * }
 * @phpstan-type NewTestClock array{
 *   name?: string|null,
 *   now?: string|null,
 *   bind_key?: bool,
 * }
 * @phpstan-type NewTestDispute array{
 *   amount?: int|null,
 *   reason?: 'fraud'|'operational_failure'|'automatic_pix'|null,
 * }
 * @phpstan-type NewWebhookEndpoint array{
 *   url: string,
 *   events?: list<'deposit.paid'|'deposit.expired'|'deposit.canceled'|'deposit.refunded'|'deposit.refund_failed'|'payout.paid'|'payout.failed'|'payout.returned'|'payout.awaiting_approval'|'payout.rejected'|'split.received'|'split.refunded'|'split.disputed'|'dispute.opened'|'dispute.updated'|'dispute.closed'|'balance.adjusted'|'subscription.authorized'|'subscription.rejected'|'subscription.paused'|'subscription.resumed'|'subscription.canceled'|'subscription.expired'|'cycle.scheduled'|'cycle.paid'|'cycle.failed'|'cycle.retrying'|'cycle.canceled'>,
 * }
 * @phpstan-type NewWebhookExam array{
 *   url: string,
 *   charge_id?: string|null,
 * }
 * @phpstan-type NewWebhookSecretCheck array{
 *   secret: string,
 * }
 * @phpstan-type PaidTestCharge array{
 *   type: 'charge',
 *   internal_id: string,
 *   external_id: string|null,
 *   status: 'pending'|'paid'|'expired'|'canceled'|'partially_refunded'|'refunded',
 *   amount: int,
 *   fee_amount: int,
 *   net_amount: int,
 *   qrcode: string,
 *   qr_image_url: string,
 *   expires_at: string,
 *   created_at: string,
 *   due?: ChargeDue,
 *   original?: int,
 *   fine?: int,
 *   interest?: int,
 *   rebate?: int,
 *   discount?: int,
 *   paid_amount?: int,
 *   payment_url: string,
 *   public_qr_image_url: string,
 *   paid_at: string|null,
 *   end_to_end_id: string|null,
 *   client_id: string|null,
 *   description: string|null,
 *   payer: ChargePayer,
 *   utm: array<string, string>|null,
 *   split: list<ChargeSplit>,
 *   subscription_id?: string,
 *   payment_link_id?: string,
 *   renewed_from?: string,
 *   refunded_amount?: int,
 *   refunds?: list<Refund>,
 *   change_pending?: bool,
 *   disputed_amount?: int,
 *   test_payments?: list<PaidTestChargeTestPayment>,
 * }
 * @phpstan-type PaidTestChargeTestPayment array{
 *   end_to_end_id: string,
 *   amount: int,
 *   payer_document: string,
 *   result: 'paid'|'held',
 *   reason: 'amount_differs'|'already_paid'|null,
 * }
 * @phpstan-type PayerMailSettings array{
 *   days_before: int|null,
 *   on_due_day: bool,
 *   days_after: int|null,
 *   receipts: bool,
 *   is_mail_configured: bool,
 * }
 * @phpstan-type PayerMailSettingsChange array{
 *   days_before?: int|null,
 *   on_due_day?: bool,
 *   days_after?: int|null,
 *   receipts?: bool,
 * }
 * @phpstan-type PaymentLink array{
 *   id: string,
 *   title: string,
 *   description: string|null,
 *   product_id: string|null,
 *   image_url: string|null,
 *   amount: int|null,
 *   min_amount: int|null,
 *   max_amount: int|null,
 *   stock: int|null,
 *   available_count: int|null,
 *   held_count: int,
 *   sold_count: int,
 *   subscriber_count: int,
 *   oversold_count: int,
 *   received_amount: int,
 *   status: 'active'|'paused',
 *   expires_at: string|null,
 *   return_url: string|null,
 *   due: PaymentLinkDue|null,
 *   subscription: PaymentLinkSubscription|null,
 *   url: string,
 *   created_at: string,
 * }
 * @phpstan-type PaymentLinkChange array{
 *   title?: string,
 *   description?: string|null,
 *   product_id?: string|null,
 *   amount?: int|null,
 *   min_amount?: int|null,
 *   max_amount?: int|null,
 *   stock?: int|null,
 *   status?: 'active'|'paused',
 *   expires_at?: string|null,
 *   return_url?: string|null,
 *   due_in_days?: int|null,
 *   days_after_due?: int|null,
 *   fine?: ChargeDueFine|null,
 *   interest?: ChargeDueInterest|null,
 *   rebate?: ChargeDueFine|null,
 *   discounts?: list<PaymentLinkDueDiscount>|null,
 *   subscription?: NewPaymentLinkSubscription|null,
 * }
 * @phpstan-type PaymentLinkDue array{
 *   due_in_days: int,
 *   days_after_due: int,
 *   fine: ChargeDueFine|null,
 *   interest: ChargeDueInterest|null,
 *   rebate: ChargeDueFine|null,
 *   discounts: list<PaymentLinkDueDiscount>,
 * }
 * @phpstan-type PaymentLinkDueDiscount array{
 *   mode: 'fixed_until'|'percent_until'|'fixed_per_day'|'fixed_per_business_day'|'percent_per_day'|'percent_per_business_day',
 *   value: int,
 *   days_before_due?: int,
 * }
 * @phpstan-type PaymentLinkFilters array{
 *   cursor?: string,
 *   limit?: int,
 * }
 * @phpstan-type PaymentLinkPage array{
 *   data: list<PaymentLink>,
 *   next_cursor: string|null,
 * }
 * @phpstan-type PaymentLinkSubscription array{
 *   interval: 'weekly'|'monthly'|'quarterly'|'semiannual'|'annual',
 *   first_due_in_days: int|null,
 *   first_due_day: int|null,
 *   journey: 'code'|'code_and_first_payment',
 *   retries: 'none'|'three_in_seven_days',
 *   cycles: int|null,
 * }
 * @phpstan-type Payout array{
 *   type: 'payout',
 *   internal_id: string,
 *   external_id: string|null,
 *   status: 'awaiting_approval'|'pending'|'paid'|'failed',
 *   amount: int,
 *   fee_amount: int,
 *   pix_key: string,
 *   pix_key_type: string,
 *   beneficiary: Beneficiary,
 *   created_at: string,
 *   paid_at: string|null,
 *   end_to_end_id: string|null,
 *   client_id: string|null,
 *   failure_reason: FailureReason|null,
 *   returned_amount?: int,
 *   held?: bool,
 *   held_reason?: 'account_suspended'|'payouts_stopped'|'new_destination',
 *   paid_after_failure?: bool,
 * }
 * @phpstan-type PayoutAwaitingApprovalEvent array{
 *   id: string,
 *   event: 'payout.awaiting_approval',
 *   environment: 'test'|'live',
 *   sequence: int,
 *   created_at: string,
 *   data: Payout,
 * }
 * @phpstan-type PayoutFailedEvent array{
 *   id: string,
 *   event: 'payout.failed',
 *   environment: 'test'|'live',
 *   sequence: int,
 *   created_at: string,
 *   data: Payout,
 * }
 * @phpstan-type PayoutPaidEvent array{
 *   id: string,
 *   event: 'payout.paid',
 *   environment: 'test'|'live',
 *   sequence: int,
 *   created_at: string,
 *   data: Payout,
 * }
 * @phpstan-type PayoutRejectedEvent array{
 *   id: string,
 *   event: 'payout.rejected',
 *   environment: 'test'|'live',
 *   sequence: int,
 *   created_at: string,
 *   data: Payout,
 * }
 * @phpstan-type PayoutReturnedEvent array{
 *   id: string,
 *   event: 'payout.returned',
 *   environment: 'test'|'live',
 *   sequence: int,
 *   created_at: string,
 *   data: Payout,
 * }
 * @phpstan-type Product array{
 *   id: string,
 *   name: string,
 *   description: string|null,
 *   amount: int,
 *   image_url: string|null,
 *   created_at: string,
 * }
 * @phpstan-type ProductChange array{
 *   name?: string,
 *   description?: string|null,
 *   amount?: int,
 * }
 * @phpstan-type ProductPage array{
 *   data: list<Product>,
 *   next_cursor: string|null,
 * }
 * @phpstan-type ReceivedSplit array{
 *   type: 'split',
 *   charge_id: string,
 *   origin: ReceivedSplitOrigin,
 *   percentage: float|int|null,
 *   amount: int,
 *   refunded_amount: int,
 *   disputed_amount: int,
 *   status: 'pending'|'paid'|'canceled'|'partially_refunded'|'refunded',
 *   external_id: string|null,
 *   utm: array<string, string>|null,
 *   created_at: string,
 *   paid_at: string|null,
 *   pending_amount: int,
 *   available_on: string|null,
 * }
 * @phpstan-type ReceivedSplitOrigin array{
 *   username: string,
 *   name: string,
 * }
 * @phpstan-type Refund array{
 *   internal_id: string,
 *   status: 'pending'|'done'|'failed',
 *   amount: int,
 *   reason: string|null,
 *   split: list<RefundSplit>,
 *   created_at: string,
 *   done_at: string|null,
 *   return_id: string|null,
 *   client_id: string|null,
 *   failure_reason: FailureReason|null,
 *   held?: bool,
 * }
 * @phpstan-type RefundFilters array{
 *   status?: 'pending'|'done'|'failed',
 *   transaction_id?: string,
 *   customer?: string,
 *   created_from?: string,
 *   created_to?: string,
 *   limit?: int,
 *   cursor?: string,
 * }
 * @phpstan-type RefundPage array{
 *   data: list<ListedRefund>,
 *   next_cursor: string|null,
 * }
 * @phpstan-type RefundSplit array{
 *   username: string,
 *   amount: int,
 * }
 * @phpstan-type RequestRecord array{
 *   request_id: string,
 *   started_at: string,
 *   method: string,
 *   path: string,
 *   operation: string|null,
 *   status: int,
 *   duration_ms: int,
 *   idempotency_replayed: bool,
 *   code: string|null,
 *   unknown_fields: string|null,
 *   omitted: int,
 * }
 * @phpstan-type SplitDisputedEvent array{
 *   id: string,
 *   event: 'split.disputed',
 *   environment: 'test'|'live',
 *   sequence: int,
 *   created_at: string,
 *   data: SplitOfEvent,
 * }
 * @phpstan-type SplitFilters array{
 *   status?: 'pending'|'paid'|'canceled'|'partially_refunded'|'refunded',
 *   charge_id?: string,
 *   created_from?: string,
 *   created_to?: string,
 *   limit?: int,
 *   cursor?: string,
 * }
 * @phpstan-type SplitOfEvent array{
 *   type: 'split',
 *   charge_id: string,
 *   origin: ReceivedSplitOrigin,
 *   percentage: float|int|null,
 *   amount: int,
 *   refunded_amount: int,
 *   disputed_amount: int,
 *   status: 'pending'|'paid'|'canceled'|'partially_refunded'|'refunded',
 *   external_id: string|null,
 *   utm: array<string, string>|null,
 *   created_at: string,
 *   paid_at: string|null,
 * }
 * @phpstan-type SplitPage array{
 *   data: list<ReceivedSplit>,
 *   next_cursor: string|null,
 * }
 * @phpstan-type SplitPreview array{
 *   amount: int,
 *   fee_amount: int,
 *   fee_fraction_lost: string,
 *   split: list<SplitPreviewSplit>,
 *   origin_amount: int,
 *   smallest?: SplitPreviewSmallest,
 *   largest?: SplitPreviewSmallest,
 *   days?: list<SplitPreviewDay>,
 * }
 * @phpstan-type SplitPreviewDay array{
 *   day: string,
 *   is_late: bool,
 *   original: int,
 *   fine: int,
 *   interest: int,
 *   rebate: int,
 *   discount: int,
 *   amount: int,
 * }
 * @phpstan-type SplitPreviewSmallest array{
 *   amount: int,
 *   fee_amount: int,
 *   fee_fraction_lost: string,
 *   split: list<SplitPreviewSplit>,
 *   origin_amount: int,
 * }
 * @phpstan-type SplitPreviewSplit array{
 *   username: string,
 *   percentage: float|int|null,
 *   amount: int,
 *   fraction_lost: string,
 * }
 * @phpstan-type SplitReceivedEvent array{
 *   id: string,
 *   event: 'split.received',
 *   environment: 'test'|'live',
 *   sequence: int,
 *   created_at: string,
 *   data: SplitOfEvent,
 * }
 * @phpstan-type SplitRefundedEvent array{
 *   id: string,
 *   event: 'split.refunded',
 *   environment: 'test'|'live',
 *   sequence: int,
 *   created_at: string,
 *   data: SplitOfEvent,
 * }
 * @phpstan-type Statement array{
 *   account: 'available'|'reserved'|'blocked'|'pending_settlement'|'debt',
 *   from: string|null,
 *   to: string,
 *   opening_balance: int,
 *   closing_balance: int,
 *   data: list<StatementEntry>,
 *   next_cursor: string|null,
 *   has_more: bool,
 * }
 * @phpstan-type StatementEntry array{
 *   sequence: int,
 *   kind: 'charge_paid'|'split_received'|'payout_reserved'|'payout_paid'|'payout_failed'|'refund_reserved'|'refund_paid'|'refund_failed'|'payout_returned'|'payout_paid_late'|'refund_paid_late'|'transfer_sent'|'transfer_received'|'sandbox_reset'|'incoming_payment_suspended'|'incoming_payment_assigned'|'incoming_payment_returned'|'bank_adjustment'|'balance_blocked'|'balance_released'|'debt_repaid'|'dispute_returned'|'balance_adjusted'|'payment_settled'|'incoming_payment_unassigned'|'incoming_payment_disputed'|'payout_resolution_reversed'|'refund_resolution_reversed'|'incoming_payment_matched',
 *   label: string,
 *   reference_id: string,
 *   transaction_id: string|null,
 *   external_id: string|null,
 *   amount: int,
 *   balance_after: int,
 *   created_at: string,
 * }
 * @phpstan-type StatementFilters array{
 *   format?: 'json'|'csv'|'days_csv'|'xlsx'|'ofx'|'pdf',
 *   account?: 'available'|'reserved'|'blocked'|'pending_settlement'|'debt',
 *   from?: string,
 *   to?: string,
 *   limit?: int,
 *   cursor?: string,
 * }
 * @phpstan-type Subscription array{
 *   internal_id: string,
 *   reference: string,
 *   status: 'created'|'authorized'|'paused'|'rejected'|'canceled'|'expired',
 *   reason: SubscriptionReason|null,
 *   ended_by: 'merchant'|'payer'|'gateway'|null,
 *   payer: SubscriptionPayer,
 *   description: string,
 *   amount: int|null,
 *   min_amount: int|null,
 *   interval: 'weekly'|'monthly'|'quarterly'|'semiannual'|'annual',
 *   retries: 'none'|'three_in_seven_days',
 *   journey: 'bank_push'|'code'|'code_and_first_payment'|'offer'|null,
 *   first_due_on: string,
 *   ends_on: string|null,
 *   splits: mixed,
 *   metadata: array<string, string>|null,
 *   authorization: SubscriptionAuthorization,
 *   first_transaction_id: string|null,
 *   payment_link_id: string|null,
 *   next_cycle: SubscriptionNextCycle|null,
 *   created_at: string,
 *   authorized_at: string|null,
 *   ended_at: string|null,
 * }
 * @phpstan-type SubscriptionAuthorization array{
 *   code: string|null,
 *   qr_image_url: string|null,
 *   page_url: string,
 *   expires_at: string,
 * }
 * @phpstan-type SubscriptionAuthorizedEvent array{
 *   id: string,
 *   event: 'subscription.authorized',
 *   environment: 'test'|'live',
 *   sequence: int,
 *   created_at: string,
 *   data: Subscription,
 * }
 * @phpstan-type SubscriptionCanceledEvent array{
 *   id: string,
 *   event: 'subscription.canceled',
 *   environment: 'test'|'live',
 *   sequence: int,
 *   created_at: string,
 *   data: Subscription,
 * }
 * @phpstan-type SubscriptionCycle array{
 *   subscription_id: string,
 *   reference: string,
 *   starts_on: string,
 *   due_on: string,
 *   amount: int,
 *   status: 'scheduled'|'retrying'|'paid'|'failed'|'canceled',
 *   reason: SubscriptionReason|null,
 *   transaction_id: string|null,
 *   attempts: list<SubscriptionCycleAttempt>,
 *   created_at: string,
 *   ended_at: string|null,
 * }
 * @phpstan-type SubscriptionCycleAttempt array{
 *   kind: 'scheduled'|'new_attempt'|'resend',
 *   on: string,
 *   status: 'scheduled'|'paid'|'failed'|'canceled',
 *   reason: SubscriptionReason|null,
 *   no_balance_at: string|null,
 *   ended_at: string|null,
 * }
 * @phpstan-type SubscriptionCyclePage array{
 *   data: list<SubscriptionCycle>,
 *   next_cursor: string|null,
 * }
 * @phpstan-type SubscriptionExpiredEvent array{
 *   id: string,
 *   event: 'subscription.expired',
 *   environment: 'test'|'live',
 *   sequence: int,
 *   created_at: string,
 *   data: Subscription,
 * }
 * @phpstan-type SubscriptionFilters array{
 *   status?: 'created'|'authorized'|'paused'|'rejected'|'canceled'|'expired',
 *   reference?: string|null,
 *   document?: string|null,
 *   payment_link_id?: string|null,
 *   created_from?: string,
 *   created_to?: string,
 *   cursor?: string,
 *   limit?: int,
 * }
 * @phpstan-type SubscriptionNextCycle array{
 *   due_on: string,
 *   amount: int,
 *   status: 'scheduled'|'retrying'|'paid'|'failed'|'canceled'|'planned',
 * }
 * @phpstan-type SubscriptionPage array{
 *   data: list<Subscription>,
 *   next_cursor: string|null,
 * }
 * @phpstan-type SubscriptionPausedEvent array{
 *   id: string,
 *   event: 'subscription.paused',
 *   environment: 'test'|'live',
 *   sequence: int,
 *   created_at: string,
 *   data: Subscription,
 * }
 * @phpstan-type SubscriptionPayer array{
 *   name: string,
 *   document: string,
 *   email: string|null,
 * }
 * @phpstan-type SubscriptionReason array{
 *   code: string,
 *   message: string,
 *   remedy: string|null,
 * }
 * @phpstan-type SubscriptionRejectedEvent array{
 *   id: string,
 *   event: 'subscription.rejected',
 *   environment: 'test'|'live',
 *   sequence: int,
 *   created_at: string,
 *   data: Subscription,
 * }
 * @phpstan-type SubscriptionResumedEvent array{
 *   id: string,
 *   event: 'subscription.resumed',
 *   environment: 'test'|'live',
 *   sequence: int,
 *   created_at: string,
 *   data: Subscription,
 * }
 * @phpstan-type SubscriptionRetry array{
 *   due_on?: string|null,
 *   on?: string|null,
 * }
 * @phpstan-type TestClock array{
 *   id: string,
 *   name: string|null,
 *   status: 'ready'|'advancing'|'deleting',
 *   now: string,
 *   target: string,
 *   started_at: string,
 *   created_at: string,
 *   deleted_after: string,
 *   client_ids: list<string>,
 * }
 * @phpstan-type TestClockAdvance array{
 *   seconds?: int,
 *   to?: string|null,
 * }
 * @phpstan-type TestClocks array{
 *   data: list<TestClock>,
 * }
 * @phpstan-type TestCycleFailure array{
 *   code?: 'no_balance'|'AB10'|'AC05'|'AC06'|'AM02'|'AM09'|'DENC'|'DS27'|'DTED'|'DTNT'|'FBRD'|'IRNT'|'MIDI'|'MSUC'|'NIEC'|'NIPA'|'NITX'|'QUNT'|'RC09'|'UDEI',
 *   tries?: 'morning'|'evening',
 * }
 * @phpstan-type TestDisputeOutcome array{
 *   outcome: 'accepted'|'rejected'|'canceled',
 * }
 * @phpstan-type TestPayment array{
 *   scenario?: 'exact'|'late'|'twice'|'less'|'more'|'another_document',
 *   webhook_scenario?: 'lost'|'doubled'|'out_of_order'|'old_time'|'wrong_secret',
 * }
 * @phpstan-type TestSubscriptionCancellation array{
 *   code?: 'ACCL'|'CPCL'|'DCSD'|'ERSL'|'FRUD'|'PCFD'|'SLCR'|'SLDB',
 * }
 * @phpstan-type TestSubscriptionRejection array{
 *   code?: 'AP13'|'AP14'|'AP15',
 * }
 * @phpstan-type Transaction Charge|Payout
 * @phpstan-type TransactionFilters array{
 *   type?: 'charge'|'payout',
 *   status?: 'awaiting_approval'|'pending'|'paid'|'expired'|'canceled'|'partially_refunded'|'refunded'|'failed',
 *   external_id?: string,
 *   client_id?: string,
 *   customer?: string,
 *   created_from?: string,
 *   created_to?: string,
 *   paid_from?: string,
 *   paid_to?: string,
 *   payment_link_id?: string,
 *   due_from?: string,
 *   due_to?: string,
 *   overdue?: bool,
 *   limit?: int,
 *   cursor?: string,
 * }
 * @phpstan-type TransactionPage array{
 *   data: list<Transaction>,
 *   next_cursor: string|null,
 * }
 * @phpstan-type WebhookEndpoint array{
 *   id: string,
 *   url: string,
 *   events: list<'deposit.paid'|'deposit.expired'|'deposit.canceled'|'deposit.refunded'|'deposit.refund_failed'|'payout.paid'|'payout.failed'|'payout.returned'|'payout.awaiting_approval'|'payout.rejected'|'split.received'|'split.refunded'|'split.disputed'|'dispute.opened'|'dispute.updated'|'dispute.closed'|'balance.adjusted'|'subscription.authorized'|'subscription.rejected'|'subscription.paused'|'subscription.resumed'|'subscription.canceled'|'subscription.expired'|'cycle.scheduled'|'cycle.paid'|'cycle.failed'|'cycle.retrying'|'cycle.canceled'>,
 *   pix_key: string|null,
 *   status: 'active'|'paused',
 *   created_at: string,
 * }
 * @phpstan-type WebhookEndpointChange array{
 *   url?: string,
 *   events?: list<'deposit.paid'|'deposit.expired'|'deposit.canceled'|'deposit.refunded'|'deposit.refund_failed'|'payout.paid'|'payout.failed'|'payout.returned'|'payout.awaiting_approval'|'payout.rejected'|'split.received'|'split.refunded'|'split.disputed'|'dispute.opened'|'dispute.updated'|'dispute.closed'|'balance.adjusted'|'subscription.authorized'|'subscription.rejected'|'subscription.paused'|'subscription.resumed'|'subscription.canceled'|'subscription.expired'|'cycle.scheduled'|'cycle.paid'|'cycle.failed'|'cycle.retrying'|'cycle.canceled'>,
 * }
 * @phpstan-type WebhookEndpointWithSecret array{
 *   id: string,
 *   url: string,
 *   events: list<'deposit.paid'|'deposit.expired'|'deposit.canceled'|'deposit.refunded'|'deposit.refund_failed'|'payout.paid'|'payout.failed'|'payout.returned'|'payout.awaiting_approval'|'payout.rejected'|'split.received'|'split.refunded'|'split.disputed'|'dispute.opened'|'dispute.updated'|'dispute.closed'|'balance.adjusted'|'subscription.authorized'|'subscription.rejected'|'subscription.paused'|'subscription.resumed'|'subscription.canceled'|'subscription.expired'|'cycle.scheduled'|'cycle.paid'|'cycle.failed'|'cycle.retrying'|'cycle.canceled'>,
 *   pix_key: string|null,
 *   status: 'active'|'paused',
 *   created_at: string,
 *   secret: string,
 * }
 * @phpstan-type WebhookEndpoints array{
 *   data: list<WebhookEndpoint>,
 * }
 * @phpstan-type WebhookEvent DepositPaidEvent|DepositExpiredEvent|DepositCanceledEvent|DepositRefundedEvent|DepositRefundFailedEvent|PayoutPaidEvent|PayoutFailedEvent|PayoutReturnedEvent|PayoutAwaitingApprovalEvent|PayoutRejectedEvent|SplitReceivedEvent|SplitRefundedEvent|SplitDisputedEvent|DisputeOpenedEvent|DisputeUpdatedEvent|DisputeClosedEvent|BalanceAdjustedEvent|SubscriptionAuthorizedEvent|SubscriptionRejectedEvent|SubscriptionPausedEvent|SubscriptionResumedEvent|SubscriptionCanceledEvent|SubscriptionExpiredEvent|CycleScheduledEvent|CyclePaidEvent|CycleFailedEvent|CycleRetryingEvent|CycleCanceledEvent|WebhookTestEvent
 * @phpstan-type WebhookExam array{
 *   id: string,
 *   url: string,
 *   webhook_endpoint_id: string|null,
 *   status: 'awaiting_start'|'running'|'passed'|'failed',
 *   failure: 'interrupted'|'webhook_deleted'|null,
 *   checks: list<WebhookExamCheck>,
 *   created_at: string,
 *   ended_at: string|null,
 * }
 * @phpstan-type WebhookExamCheck array{
 *   name: 'valid'|'repeated'|'older_sequence'|'old_time'|'wrong_signature'|'changed_body'|'after_rotation'|'slow',
 *   title: string,
 *   expected: 'accept'|'refuse',
 *   result: 'passed'|'failed'|'skipped',
 *   advice: string|null,
 *   guide_url: string,
 *   requests: list<WebhookExamCheckRequest>,
 * }
 * @phpstan-type WebhookExamCheckRequest array{
 *   response_status: int|null,
 *   duration_ms: int,
 *   response_excerpt: string|null,
 *   failure: string|null,
 * }
 * @phpstan-type WebhookExamWithSecret array{
 *   id: string,
 *   url: string,
 *   webhook_endpoint_id: string|null,
 *   status: 'awaiting_start'|'running'|'passed'|'failed',
 *   failure: 'interrupted'|'webhook_deleted'|null,
 *   checks: list<WebhookExamCheck>,
 *   created_at: string,
 *   ended_at: string|null,
 *   secret?: string,
 * }
 * @phpstan-type WebhookExams array{
 *   data: list<WebhookExam>,
 * }
 * @phpstan-type WebhookScenario array{
 *   event_id: string,
 *   scenario: 'doubled'|'out_of_order'|'old_time'|'wrong_secret',
 *   webhook_endpoint_id?: string|null,
 * }
 * @phpstan-type WebhookSecretCheck array{
 *   is_current: bool,
 *   secret: string|null,
 *   standard_secret: string|null,
 * }
 * @phpstan-type WebhookTest array{
 *   type: 'test',
 *   endpoint_id: string,
 * }
 * @phpstan-type WebhookTestEvent array{
 *   id: string,
 *   event: 'webhook.test',
 *   environment: 'test'|'live',
 *   sequence: int,
 *   created_at: string,
 *   data: WebhookTest,
 * }
 */
final class Types
{
}

import type { Message } from '../problem-facts.ts';
import { panelProblemsInEnglish } from './panel-problems-en.ts';

/** The English words of every refusal; the Portuguese ones and the status are in `problems.ts`. */
export const problemsInEnglish = {
  invalid_json: 'The body of the request is not valid JSON.',
  invalid_request: 'The request has invalid fields; see each one in details.',
  idempotency_key_invalid:
    'The header Idempotency-Key must have 8 to 128 letters, digits, "_" or "-".',
  idempotency_key_missing: 'The header Idempotency-Key is required on this route.',
  invalid_credentials: 'The headers client-id and client-secret are missing or invalid.',
  account_suspended: 'The account is suspended. Contact support.',
  account_not_approved: 'The account has not been approved yet (KYC).',
  address_not_allowed: 'This key can’t be used from this network address.',
  scope_missing: (facts) => `The key lacks the scope: ${facts.scopes?.join(' or ') ?? ''}.`,
  payout_limit_exceeded: (facts) =>
    `The payout exceeds a limit of the account: ${facts.reason ?? 'see details'}.`,
  sandbox_forbidden: 'The demo account (sandbox) can’t do this operation.',
  transaction_not_found: 'Transaction not found.',
  event_not_found: 'Event not found.',
  cursor_expired: 'The event of after (or Last-Event-ID) no longer exists: start without it.',
  event_has_no_webhook: 'No webhook gets this event.',
  key_in_use: 'The old key still encrypts values: run encryption rotate first.',
  key_not_in_file:
    'The key comes from ENCRYPTION_KEY: remove the old one from ENCRYPTION_KEY_PREVIOUS.',
  verification_running: 'A verification of the ledger is already running.',
  incoming_payment_not_found: 'There is no unmatched incoming payment with this EndToEndId.',
  held_order_not_found: 'There is no held payout or refund with this id.',
  late_payment_not_found: 'There is no payment after a failure to check with this id.',
  route_not_found: 'Route not found.',
  method_not_allowed: (facts) => `Method not allowed on this route. Use: ${facts.allow ?? ''}.`,
  payload_too_large: 'The body of the request has more than 64 KiB (8 KiB for the demo account).',
  unsupported_media_type: 'The body must be sent with Content-Type: application/json.',
  idempotency_key_reused:
    'This Idempotency-Key was already used in another operation or with another body.',
  idempotency_in_progress: 'The first request with this Idempotency-Key is still running.',
  charge_not_payable: 'The charge is not pending: it was paid, expired or was canceled.',
  charge_already_paid: 'The charge is already paid.',
  charge_expired: 'The charge has expired.',
  refund_not_possible: 'Only a paid charge can be refunded.',
  dispute_not_found: 'Dispute not found.',
  dispute_not_possible: 'Only a paid charge can be contested.',
  dispute_closed: 'The dispute is already closed.',
  dispute_already_defended: 'This dispute already has a defence.',
  dispute_defense_too_late: 'The time to defend this dispute is over.',
  dispute_exceeds_payment: 'The amount is more than what the payment still has to contest.',
  payment_disputed: 'The amount is contested and can’t be refunded while the dispute exists.',
  external_id_reused: 'There is already a payout with this external_id.',
  demo_cannot_split: 'The demo account (sandbox) can’t send a split.',
  invalid_split:
    'The field split must be a list of objects with username and percentage or amount.',
  too_many_splits: 'A charge accepts at most 20 splits.',
  invalid_percentage:
    'The percentage of a split must be from 0.01 to 90, with at most two decimals.',
  duplicate_username: 'The same username appears more than once in the split.',
  self_split: 'The split can’t include the own account.',
  sum_exceeds_90: (facts) =>
    `The percentages of the split sum to ${facts.sumPercentage?.replace(',', '.') ?? ''}% and ` +
    'can’t exceed 90%.',
  username_not_found: 'One of the usernames of the split can’t receive.',
  split_exceeds_net: 'The fee and the splits are more than the amount of the charge.',
  amount_too_small: 'The amount of the charge must be more than the fee.',
  insufficient_balance: (facts) =>
    facts.reason ?? 'The available balance does not cover the payout and its fee.',
  balance_limit_reached: 'The operation would take a balance above the limit of R$90 trillion.',
  refund_exceeds_payment: 'The amount is more than what can be refunded of this payment.',
  refund_too_late: 'The 90 days to refund this payment are over.',
  invalid_pix_key: 'The Pix key is not valid for the given pix_key_type.',
  provider_refused: (facts) => `The bank refused the operation: ${facts.reason ?? 'no reason'}`,
  rate_limited: (facts) => `Too many requests. Try again in ${facts.retryAfterSeconds ?? 1} s.`,
  internal_error: 'Internal error. If it persists, tell support the X-Request-Id of this answer.',
  provider_unavailable: ({ isBankMissing }) =>
    isBankMissing
      ? 'Without a connected bank, production can’t charge, pay out or refund yet.'
      : 'The bank is not available right now. Try again in a moment.',
  overloaded: 'The service is overloaded or restarting. Try again in a moment.',
  export_too_large: 'The period has more than 500,000 movements: choose a shorter one.',
  receipt_not_ready: 'There is no receipt of this transaction yet.',
  beneficiary_not_saved:
    'The account only pays out to saved beneficiaries, and this Pix key is not saved.',
  beneficiary_not_found: 'Beneficiary not found or already removed.',
  beneficiary_exists: 'There is already a beneficiary with this Pix key.',
  too_many_beneficiaries:
    'Each environment accepts up to 500 beneficiaries. Remove one before you save another.',
  batch_not_found: 'Batch of payouts not found. A batch is deleted after 24 hours unconfirmed.',
  batch_has_errors: 'The batch has lines with errors. Correct the file and upload it again.',
  batch_repeated:
    'The file, or some of its payouts, were made by another batch. Look at the warnings, and ' +
    'confirm again to make them once more.',
  batch_refused: (facts) =>
    `No payout of the batch was created: ${facts.reason ?? 'see each line in details.'}`,
  batch_file_invalid: (facts) =>
    `The file can’t be read: ${facts.reason ?? 'it is not a CSV file'}.`,
  batch_file_too_large: 'The file has more than 1,000 lines or 256 KB. Split it up.',
  too_many_batches: 'There are 50 unconfirmed batches. Confirm them, or wait 24 hours.',
  payment_link_not_found: 'Payment link not found.',
  payment_link_closed: 'The payment link is paused, or its time is over.',
  payment_link_sold_out: 'The payment link is sold out.',
  too_many_payment_links: 'An environment can have at most 10,000 payment links.',
  product_not_found: 'Product not found.',
  too_many_products: 'An environment can have at most 1,000 products.',
  image_invalid: 'Send an image in PNG, JPEG or WebP, of at most 4096 pixels a side.',
  image_too_large: 'The image has more than 512 KB. Send a smaller one.',
  test_clock_not_found: 'Test clock not found.',
  test_key_required: 'This operation exists only with a test key.',
  test_clock_busy: 'The test clock is still advancing or being deleted. Wait until it stops.',
  too_many_test_clocks:
    'An account can have at most 20 test clocks. Delete one before you create another.',
  test_clock_out_of_range:
    'A clock only advances, up to 366 days at a time and up to 731 days since its start.',
  webhook_exam_not_found: 'Webhook exam not found.',
  webhook_exam_only_in_test: 'The webhook exam exists only in the test environment.',
  webhook_exam_running: 'A webhook exam is already running. Wait until it ends.',
  webhook_exam_required:
    'Before the first key of production, one of your webhooks must pass the webhook exam in the ' +
    'test environment.',
  event_is_first: 'The transaction has no event before this one.',
  ...panelProblemsInEnglish,
} satisfies Record<string, Message>;

<?php

// Made from the OpenAPI document by sdk/tools/generate.ts. Do not edit.

declare(strict_types=1);

namespace PixGateway;

/** Os códigos de erro que a API documenta. */
final class ErrorCode
{
    public const ACCOUNT_NOT_APPROVED = 'account_not_approved';
    public const ACCOUNT_SUSPENDED = 'account_suspended';
    public const ADDRESS_NOT_ALLOWED = 'address_not_allowed';
    public const AMOUNT_TOO_SMALL = 'amount_too_small';
    public const BALANCE_LIMIT_REACHED = 'balance_limit_reached';
    public const BENEFICIARY_NOT_SAVED = 'beneficiary_not_saved';
    public const CARNE_EMPTY = 'carne_empty';
    public const CARNE_NOT_READY = 'carne_not_ready';
    public const CHARGE_ALREADY_PAID = 'charge_already_paid';
    public const CHARGE_BATCH_DAILY_LIMIT = 'charge_batch_daily_limit';
    public const CHARGE_BATCH_NOT_FOUND = 'charge_batch_not_found';
    public const CHARGE_BATCH_REFUSED = 'charge_batch_refused';
    public const CHARGE_BATCH_TOO_LARGE = 'charge_batch_too_large';
    public const CHARGE_CANCELED = 'charge_canceled';
    public const CHARGE_CHANGE_OPEN = 'charge_change_open';
    public const CHARGE_EXPIRED = 'charge_expired';
    public const CHARGE_NOT_CHANGEABLE = 'charge_not_changeable';
    public const CHARGE_NOT_PAYABLE = 'charge_not_payable';
    public const CURSOR_EXPIRED = 'cursor_expired';
    public const CUSTOMER_HAS_OPEN_CHARGES = 'customer_has_open_charges';
    public const CUSTOMER_NOT_FOUND = 'customer_not_found';
    public const DEMO_CANNOT_SPLIT = 'demo_cannot_split';
    public const DISPUTE_ALREADY_DEFENDED = 'dispute_already_defended';
    public const DISPUTE_CLOSED = 'dispute_closed';
    public const DISPUTE_DEFENSE_TOO_LATE = 'dispute_defense_too_late';
    public const DISPUTE_EXCEEDS_PAYMENT = 'dispute_exceeds_payment';
    public const DISPUTE_FILE_INVALID = 'dispute_file_invalid';
    public const DISPUTE_FILE_NOT_FOUND = 'dispute_file_not_found';
    public const DISPUTE_FILE_TOO_LARGE = 'dispute_file_too_large';
    public const DISPUTE_FILES_FULL = 'dispute_files_full';
    public const DISPUTE_NOT_FOUND = 'dispute_not_found';
    public const DISPUTE_NOT_POSSIBLE = 'dispute_not_possible';
    public const DUE_AMOUNT_TOO_LARGE = 'due_amount_too_large';
    public const DUE_AMOUNT_TOO_SMALL = 'due_amount_too_small';
    public const DUE_DATE_IN_PAST = 'due_date_in_past';
    public const DUE_DATE_WITH_STOCK = 'due_date_with_stock';
    public const DUPLICATE_USERNAME = 'duplicate_username';
    public const EVENT_HAS_NO_WEBHOOK = 'event_has_no_webhook';
    public const EVENT_IS_FIRST = 'event_is_first';
    public const EVENT_NOT_FOUND = 'event_not_found';
    public const EXPORT_TOO_LARGE = 'export_too_large';
    public const EXTERNAL_ID_REUSED = 'external_id_reused';
    public const IDEMPOTENCY_IN_PROGRESS = 'idempotency_in_progress';
    public const IDEMPOTENCY_KEY_INVALID = 'idempotency_key_invalid';
    public const IDEMPOTENCY_KEY_MISSING = 'idempotency_key_missing';
    public const IDEMPOTENCY_KEY_REUSED = 'idempotency_key_reused';
    public const INSUFFICIENT_BALANCE = 'insufficient_balance';
    public const INTERNAL_ERROR = 'internal_error';
    public const INVALID_CREDENTIALS = 'invalid_credentials';
    public const INVALID_DISCOUNTS = 'invalid_discounts';
    public const INVALID_JSON = 'invalid_json';
    public const INVALID_PERCENTAGE = 'invalid_percentage';
    public const INVALID_PIX_KEY = 'invalid_pix_key';
    public const INVALID_REQUEST = 'invalid_request';
    public const INVALID_SPLIT = 'invalid_split';
    public const MAIL_NOT_CONFIGURED = 'mail_not_configured';
    public const OVERLOADED = 'overloaded';
    public const PAYLOAD_TOO_LARGE = 'payload_too_large';
    public const PAYMENT_DISPUTED = 'payment_disputed';
    public const PAYMENT_LINK_NOT_FOUND = 'payment_link_not_found';
    public const PAYOUT_LIMIT_EXCEEDED = 'payout_limit_exceeded';
    public const PRODUCT_NOT_FOUND = 'product_not_found';
    public const PROVIDER_REFUSED = 'provider_refused';
    public const PROVIDER_UNAVAILABLE = 'provider_unavailable';
    public const RATE_LIMITED = 'rate_limited';
    public const RECEIPT_NOT_READY = 'receipt_not_ready';
    public const REFUND_EXCEEDS_PAYMENT = 'refund_exceeds_payment';
    public const REFUND_NOT_POSSIBLE = 'refund_not_possible';
    public const REFUND_TOO_LATE = 'refund_too_late';
    public const SANDBOX_FORBIDDEN = 'sandbox_forbidden';
    public const SCOPE_MISSING = 'scope_missing';
    public const SELF_SPLIT = 'self_split';
    public const SPLIT_EXCEEDS_NET = 'split_exceeds_net';
    public const SUM_EXCEEDS_90 = 'sum_exceeds_90';
    public const TEST_CLOCK_BUSY = 'test_clock_busy';
    public const TEST_CLOCK_NOT_FOUND = 'test_clock_not_found';
    public const TEST_CLOCK_OUT_OF_RANGE = 'test_clock_out_of_range';
    public const TEST_KEY_REQUIRED = 'test_key_required';
    public const TOO_MANY_CHANGES = 'too_many_changes';
    public const TOO_MANY_CHARGE_BATCHES = 'too_many_charge_batches';
    public const TOO_MANY_DISPUTE_FILES = 'too_many_dispute_files';
    public const TOO_MANY_PAYMENT_LINKS = 'too_many_payment_links';
    public const TOO_MANY_PRODUCTS = 'too_many_products';
    public const TOO_MANY_SPLITS = 'too_many_splits';
    public const TOO_MANY_TEST_CLOCKS = 'too_many_test_clocks';
    public const TOO_MANY_WEBHOOKS = 'too_many_webhooks';
    public const TRANSACTION_NOT_FOUND = 'transaction_not_found';
    public const UNSUPPORTED_MEDIA_TYPE = 'unsupported_media_type';
    public const USERNAME_NOT_FOUND = 'username_not_found';
    public const WEBHOOK_EVENTS_INVALID = 'webhook_events_invalid';
    public const WEBHOOK_EXAM_NOT_FOUND = 'webhook_exam_not_found';
    public const WEBHOOK_EXAM_ONLY_IN_TEST = 'webhook_exam_only_in_test';
    public const WEBHOOK_EXAM_RUNNING = 'webhook_exam_running';
    public const WEBHOOK_NOT_FOUND = 'webhook_not_found';
    public const WEBHOOK_URL_INVALID = 'webhook_url_invalid';
}

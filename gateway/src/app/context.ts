import type { Passwords } from '#src/auth/passwords.ts';
import { chargeChecks } from '#src/charges/charge-checks-store.ts';
import type { Config } from '#src/config.ts';
import { incomingPaymentChecks } from '#src/incoming-payments/incoming-payment-checks-store.ts';
import { latePaymentChecks } from '#src/ledger/late-payment-checks-store.ts';
import type { LedgerCheck } from '#src/ledger/ledger-check.ts';
import { ledgerChecks } from '#src/ledger/ledger-checks-store.ts';
import { payoutChecks } from '#src/payouts/payout-checks-store.ts';
import type { Clock } from '#src/platform/clock.ts';
import type { Database, TransactionLimits } from '#src/platform/database/database.ts';
import { isContention, isOutage } from '#src/platform/database/database-errors.ts';
import type { SecretBox } from '#src/platform/encryption/encryption.ts';
import type { TargetRules } from '#src/platform/http/http-client.ts';
import type { Logger } from '#src/platform/log.ts';
import type { Metrics } from '#src/platform/metrics.ts';
import { type BatchResult, createBatcher } from '#src/platform/work/batcher.ts';
import { refundChecks } from '#src/refunds/refund-checks-store.ts';
import { transferChecks } from '#src/transfers/transfer-checks-store.ts';

/** What every process stands on. */
export interface AppContext {
  readonly config: Config;
  readonly database: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly secretBox: SecretBox;
  readonly passwords: Passwords;
  readonly sandboxMerchantId: string;
  readonly connectionString: string;
}

/** What is running, and how to end it. */
export interface Running {
  stop(): Promise<void>;
}

const BATCH_ITEMS_MAX = 256;
const WAITING_MAX = 4_096;
/** A batch of many merchants' requests gives up on a lock soon: then each merchant has its own. */
const BATCH_LIMITS: TransactionLimits = { lockTimeoutMs: 1_000, statementTimeoutMs: 5_000 };
const RETRY_LIMITS: TransactionLimits = { lockTimeoutMs: 250, statementTimeoutMs: 2_000 };

/** Everything that `ledger verify` looks at. */
export const allLedgerChecks: readonly LedgerCheck[] = [
  ...ledgerChecks,
  ...latePaymentChecks,
  ...chargeChecks,
  ...payoutChecks,
  ...refundChecks,
  ...transferChecks,
  ...incomingPaymentChecks,
];

/** Where the webhooks that merchants register may go: in production only by https. */
export function targetRulesOf(config: Config): TargetRules {
  return {
    allowPrivateAddresses: config.allowPrivateWebhookAddresses,
    allowPlainHttp: !config.isProduction,
  };
}

/**
 * Where the webhooks of the sandbox may go, whose addresses anybody can name: while other machines
 * reach the gateway only to public addresses, whatever the configuration allows to merchants.
 */
export function sandboxTargetRulesOf(config: Config): TargetRules {
  const rules = targetRulesOf(config);
  return { ...rules, allowPrivateAddresses: rules.allowPrivateAddresses && !config.isExposed };
}

/** What a batch runs. It must use the database that it is given: its time limits fit the batch. */
export type BatchRun<Item, Value> = (
  items: readonly Item[],
  database: Database,
) => Promise<readonly BatchResult<Value>[]>;

export interface BatchSettings<Item> {
  /** How many batches may be under way at once. */
  readonly atOnce: number;
  /** The merchant whose rows an item locks; see `BatcherOptions.queueOf`. */
  readonly queueOf?: (item: Item) => string;
}

/** Batchers that count their batches. */
export function batcherOf({ database, metrics }: Pick<AppContext, 'database' | 'metrics'>) {
  const shared = database.withLimits(BATCH_LIMITS);
  const retried = database.withLimits(RETRY_LIMITS);
  return <Item, Value>(
    name: string,
    run: BatchRun<Item, Value>,
    { atOnce, queueOf }: BatchSettings<NoInfer<Item>>,
  ) =>
    createBatcher<Item, Value>({
      name,
      run: (items, isRetry) => run(items, isRetry ? retried : shared),
      batchesInFlightMax: atOnce,
      itemsMax: BATCH_ITEMS_MAX,
      waitingMax: WAITING_MAX,
      isOutage,
      isContention,
      queueOf,
      observe: metrics.observeBatch,
    });
}

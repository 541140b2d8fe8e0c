import type { Passwords } from '#src/accounts/auth/passwords.ts';
import { chargeChecks } from '#src/charges/charge-checks-store.ts';
import { linkChecks } from '#src/charges/link-checks-store.ts';
import { disputeChecks } from '#src/disputes/dispute-checks-store.ts';
import type { Clock } from '#src/ground/clock.ts';
import type { Config } from '#src/ground/config/config.ts';
import type { Database, TransactionLimits } from '#src/ground/database/database.ts';
import { isContention, isOutage } from '#src/ground/database/database-errors.ts';
import type { SecretBox } from '#src/ground/encryption/encryption.ts';
import type { TargetRules } from '#src/ground/http/http-client.ts';
import type { Logger } from '#src/ground/log.ts';
import type { Mailer } from '#src/ground/mail/mailer.ts';
import type { Metrics } from '#src/ground/metrics.ts';
import type { Telemetry } from '#src/ground/telemetry/open-telemetry.ts';
import { type Batcher, type BatchResult, createBatcher } from '#src/ground/work/batcher.ts';
import { createBucketBatcher } from '#src/ground/work/bucket-batcher.ts';
import type { Limits } from '#src/ground/work/limits.ts';
import { incomingPaymentChecks } from '#src/incoming/payments/incoming-payment-checks-store.ts';
import { holdChecks } from '#src/ledger/hold-checks-store.ts';
import { latePaymentChecks } from '#src/ledger/late-payment-checks-store.ts';
import type { LedgerCheck } from '#src/ledger/ledger-check.ts';
import { ledgerChecks } from '#src/ledger/ledger-checks-store.ts';
import { settlementChecks } from '#src/ledger/settlements/settlement-checks-store.ts';
import type { AlertReaders } from '#src/messages/alerts/operator-alert.ts';
import { balanceAdjustmentChecks } from '#src/money-out/adjustments/balance-adjustment-checks-store.ts';
import { payoutChecks } from '#src/money-out/payouts/payout-checks-store.ts';
import { refundChecks } from '#src/money-out/refunds/refund-checks-store.ts';
import { transferChecks } from '#src/money-out/transfers/transfer-checks-store.ts';

/** The parts that one process shares: configuration, database, clock, log, metrics, keys. */
export interface AppContext {
  readonly config: Config;
  readonly database: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly secretBox: SecretBox;
  readonly mailer: Mailer;
  readonly passwords: Passwords;
  readonly sandboxMerchantId: string;
  readonly connectionString: string;
  readonly limits: Limits;
  /** The metrics of all processes of this machine. */
  readonly renderMetrics: Metrics['render'];
  /** The same database by the role that owns the tables, if this process has it. */
  readonly ownerConnectionString?: string | undefined;
  /** Undefined while telemetry is off. */
  readonly telemetry?: Telemetry | undefined;
  /** One for each process, so that metrics, health page and e-mails agree. */
  readonly alertReaders: AlertReaders;
}

/** A started part of the process. */
export interface Running {
  stop(): Promise<void>;
}

const BATCH_ITEMS_MAX = 256;
const WAITING_MAX = 4_096;
/**
 * A batch with requests of many merchants waits for locks only shortly; then each merchant's
 * requests are retried separately.
 */
const BATCH_LIMITS: TransactionLimits = { lockTimeoutMs: 1_000, statementTimeoutMs: 5_000 };
const RETRY_LIMITS: TransactionLimits = { lockTimeoutMs: 250, statementTimeoutMs: 2_000 };

/** The checks of all features that `ledger verify` runs. */
export const allLedgerChecks: readonly LedgerCheck[] = [
  ...ledgerChecks,
  ...holdChecks,
  ...settlementChecks,
  ...latePaymentChecks,
  ...chargeChecks,
  ...linkChecks,
  ...payoutChecks,
  ...refundChecks,
  ...disputeChecks,
  ...transferChecks,
  ...incomingPaymentChecks,
  ...balanceAdjustmentChecks,
];

/** The rules for the URLs of merchants' webhooks: only https in production. */
export function targetRulesOf(config: Config): TargetRules {
  return {
    allowPrivateAddresses: config.allowPrivateWebhookAddresses,
    allowPlainHttp: !config.isProduction,
  };
}

/**
 * The rules for the URLs of the sandbox's webhooks, which every visitor may choose: only public
 * addresses while other machines can reach the gateway, even if merchants may use private ones.
 */
export function sandboxTargetRulesOf(config: Config): TargetRules {
  const rules = targetRulesOf(config);
  return { ...rules, allowPrivateAddresses: rules.allowPrivateAddresses && !config.isExposed };
}

/** The work of a batch. It must use the given database, which has the batch's time limits. */
export type BatchRun<Item, Value> = (
  items: readonly Item[],
  database: Database,
) => Promise<readonly BatchResult<Value>[]>;

export interface BatchSettings<Item> {
  /** How many batches may be under way at once. */
  readonly atOnce: number;
  /** The merchant whose rows an item locks; see `BatcherOptions.queueOf`. */
  readonly queueOf?: (item: Item) => string;
  /** The merchant of an item: its bucket has its own batches. Without it: the home bucket. */
  readonly merchantOf?: (item: Item) => string;
}

/** Makes the function that creates batchers; each reports its batches to the metrics. */
export function batcherOf({ database, metrics }: Pick<AppContext, 'database' | 'metrics'>) {
  return <Item, Value>(
    name: string,
    run: BatchRun<Item, Value>,
    { atOnce, queueOf, merchantOf }: BatchSettings<NoInfer<Item>>,
  ): Batcher<Item, Value> => {
    function open(bucket: Database): Batcher<Item, Value> {
      const shared = bucket.withLimits(BATCH_LIMITS);
      const retried = bucket.withLimits(RETRY_LIMITS);
      return createBatcher<Item, Value>({
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
    return merchantOf ? createBucketBatcher({ database, merchantOf, open }) : open(database);
  };
}

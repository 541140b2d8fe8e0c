import { chargeChecks } from './charges/charge-checks-store.ts';
import type { Config } from './config.ts';
import { latePaymentChecks } from './ledger/late-payment-checks-store.ts';
import { ledgerChecks } from './ledger/ledger-checks-store.ts';
import type { LedgerCheck } from './ledger/verify.ts';
import { payoutChecks } from './payouts/payout-checks-store.ts';
import { type BatchResult, createBatcher } from './platform/batcher.ts';
import type { Clock } from './platform/clock.ts';
import { type Database, isOutage } from './platform/database.ts';
import type { SecretBox } from './platform/encryption.ts';
import type { Figures } from './platform/figures.ts';
import type { TargetRules } from './platform/http-client.ts';
import type { Logger } from './platform/log.ts';
import { refundChecks } from './refunds/refund-checks-store.ts';
import { transferChecks } from './transfers/transfer-checks-store.ts';

/** What every process stands on. */
export interface Foundation {
  readonly config: Config;
  readonly database: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly figures: Figures;
  readonly secretBox: SecretBox;
  readonly sandboxMerchantId: string;
  readonly connectionString: string;
}

/** What is running, and how to end it. */
export interface Running {
  stop(): Promise<void>;
}

const BATCH_ITEMS_MAX = 256;
const WAITING_MAX = 4_096;

/** Everything that `ledger verify` looks at. */
export const allLedgerChecks: readonly LedgerCheck[] = [
  ...ledgerChecks,
  ...latePaymentChecks,
  ...chargeChecks,
  ...payoutChecks,
  ...refundChecks,
  ...transferChecks,
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

/** Batchers that count their batches. */
export function batcherOf(figures: Figures) {
  return <Item, Value>(
    name: string,
    run: (items: readonly Item[]) => Promise<readonly BatchResult<Value>[]>,
    batchesInFlightMax: number,
  ) =>
    createBatcher<Item, Value>({
      name,
      run,
      batchesInFlightMax,
      itemsMax: BATCH_ITEMS_MAX,
      waitingMax: WAITING_MAX,
      isOutage,
      observe: figures.observeBatch,
    });
}

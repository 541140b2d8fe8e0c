import type { Payer } from '#src/charges/charge.ts';
import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import * as f from '#src/ground/database/fields.ts';
import type { Centavos } from '#src/ground/money/centavos.ts';
import { type RetryPolicy, retryPolicies } from '#src/ground/pix/automatic/terms.ts';
import type { Rhythm } from './cycle-days.ts';

/**
 * `created` waits for the payer. `authorized` and `paused` are running; a paused one makes no new
 * cycles. The others have ended: `rejected` and `canceled` by a person or bank, `expired` by time.
 */
export const subscriptionStatuses = [
  'created',
  'authorized',
  'paused',
  'rejected',
  'canceled',
  'expired',
] as const;
export type SubscriptionStatus = (typeof subscriptionStatuses)[number];

/** `scheduled` and `retrying` have an open attempt. A failed cycle may be tried again. */
export const cycleStatuses = ['scheduled', 'retrying', 'paid', 'failed', 'canceled'] as const;
export type CycleStatus = (typeof cycleStatuses)[number];

/** How the payer authorizes: the journeys 1 to 4 of the Central Bank. */
export const journeys = ['bank_push', 'code', 'code_and_first_payment', 'offer'] as const;
export type Journey = (typeof journeys)[number];

export { type RetryPolicy, retryPolicies };

/** `scheduled`: of the due date; `new_attempt`: a retry; `resend`: sent again by the bank. */
export const attemptKinds = ['scheduled', 'new_attempt', 'resend'] as const;
export type AttemptKind = (typeof attemptKinds)[number];
export const attemptStatuses = ['scheduled', 'paid', 'failed', 'canceled'] as const;
export type AttemptStatus = (typeof attemptStatuses)[number];

/**
 * An attempt that found no balance on its day. The standard has no code for it: both tries of the
 * payer's bank just end.
 */
export const NO_BALANCE = 'no_balance';
/** The gateway could not create the charge of a cycle in time. */
export const WINDOW_MISSED = 'window_missed';
/** The bank refused the charge of a cycle, or did not answer in time: it was never there. */
export const BANK_REFUSED = 'bank_refused';
export const BANK_UNREACHED = 'bank_unreached';
/** A cycle that failed so is unknown at the bank: nothing there can be tried again. */
export const NEVER_AT_BANK: readonly string[] = [BANK_REFUSED, BANK_UNREACHED];
/** The bank refused a retry. */
export const RETRY_REFUSED = 'retry_refused';

/** Who ended a subscription or a cycle; `gateway` for a rule of time. */
export const enders = ['merchant', 'payer', 'gateway'] as const;
export type Ender = (typeof enders)[number];

/** Who makes the cycles: the gateway, in their rhythm, or the merchant by requests. */
export const cycleMakers = ['gateway', 'merchant'] as const;
export type CycleMaker = (typeof cycleMakers)[number];

/** The account at which the payer's bank asks the payer (journey `bank_push`). */
export interface PayerAccount {
  readonly ispb: string;
  readonly branch: string | null;
  readonly number: string;
}

/**
 * The tries of a day that find no balance: that of the morning, or also that of the evening. The
 * attempt has failed only when both have.
 */
export const noBalanceTries = ['morning', 'evening'] as const;
export type NoBalanceTries = (typeof noBalanceTries)[number];

/** One try to charge a cycle. Instants in milliseconds since 1970. */
export interface Attempt {
  /** Of the merchant's request for it, whose repeats find it. */
  readonly id?: string;
  readonly kind: AttemptKind;
  /** The day of the payment. */
  readonly on: string;
  readonly status: AttemptStatus;
  /** Why it failed: a code of the banks, or `no_balance`. */
  readonly code: string | null;
  readonly endedAt: number | null;
  /** The bank has ended the live charge as rejected, so it can't be tried again. */
  readonly isFinal?: true;
  /** Which tries of its day find no balance; only in the test environment. */
  readonly noBalanceIn?: NoBalanceTries;
  /** When that of the morning found none: the payer's bank tries again in the evening. */
  readonly noBalanceAt?: number;
}

/** A charge of a cycle of a subscription. */
export const CYCLE = {
  /** The first day of the cycle. */
  day: f.inColumn('cycle_on', f.day),
  /** The due date: a business day. */
  dueOn: f.day,
  amount: f.inColumn('amount_centavos', f.centavos),
  status: f.textOf<CycleStatus>(),
  /** Null when no charge could be made. */
  chargeId: f.orNull(f.uuid),
  /** The first one, at most three retries, and those that the bank has sent again. */
  attempts: f.json<readonly Attempt[]>(),
  /** Why it failed or was canceled: a code of the banks, of a problem, or one of ours. */
  reason: f.orNull(f.text),
  createdAt: f.instant,
  endedAt: f.orNull(f.instant),
  /** Counts the charges of the cycle, from 1: one that ended without money may be replaced. */
  number: f.count,
  /** Whether the cycle has a later charge. */
  isReplaced: f.bool,
};
export type Cycle = f.RecordOf<typeof CYCLE>;

export interface SubscriptionKey extends LedgerScope {
  readonly id: string;
}

/**
 * The terms on which a merchant and its payer agree. Only the Central Bank's API changes some of
 * it.
 */
export interface SubscriptionTerms extends SubscriptionKey, Rhythm {
  readonly reference: string;
  readonly payer: Payer;
  readonly payerAccount: PayerAccount | null;
  readonly description: string;
  /** Null for a variable amount. */
  readonly amount: Centavos | null;
  readonly minAmount: Centavos | null;
  readonly endsOn: string | null;
  readonly retries: RetryPolicy;
  /** Null while the payer has no way to authorize. */
  readonly journey: Journey | null;
  /** As the merchant sent it; each cycle divides its charge anew. */
  readonly split: unknown;
  readonly metadata: Readonly<Record<string, string>> | null;
  /** The code that the payer reads; null without one, as when the bank asks the payer. */
  readonly code: string | null;
  /** The charge of journeys 3 and 4. */
  readonly firstChargeId: string | null;
  /** The id at the banks (`idRec`), of 29 characters; null until a bank has answered. */
  readonly recurrenceId: string | null;
  readonly cyclesBy: CycleMaker;
  /** The payment link by which the payer subscribed. */
  readonly paymentLinkId: string | null;
  /** The receiver's agreement with its bank (`convenio`). */
  readonly covenant: string | null;
  /** The txid of the immediate charge that the payer pays with the authorization. */
  readonly activationTxid: string | null;
  readonly clientId: string;
  readonly createdAt: number;
  /** The first instant at which the payer can't authorize any more. */
  readonly authorizableBefore: number;
  /** When the open request at the payer's bank ends; null without one. */
  readonly requestExpiresAt: number | null;
}

/** A payer's authorization to be charged in each cycle. */
export interface Subscription extends SubscriptionTerms {
  readonly status: SubscriptionStatus;
  readonly reason: string | null;
  readonly endedBy: Ender | null;
  readonly authorizedAt: number | null;
  readonly endedAt: number | null;
  /** The next cycle that the worker creates; only of a fixed amount. */
  readonly nextIndex: number;
  /** Counts the events of the subscription and of its cycles. */
  readonly eventCount: number;
}

/** The state of a subscription that was just created. */
export const CREATED = {
  status: 'created',
  reason: null,
  endedBy: null,
  authorizedAt: null,
  endedAt: null,
  nextIndex: 0,
  eventCount: 0,
} as const satisfies Partial<Subscription>;

/**
 * A subscription with its cycles that are open or have failed, in the order of their days. Charges
 * that were replaced are left out.
 */
export interface SubscriptionState {
  readonly subscription: Subscription;
  readonly cycles: readonly Cycle[];
}

/** Whether a cycle has an open attempt. */
export function isOpen({ status }: Pick<Cycle, 'status'>): boolean {
  return status === 'scheduled' || status === 'retrying';
}

/** The open attempt of a cycle. */
export function openAttempt({ attempts }: Cycle): Attempt | undefined {
  return attempts.find(({ status }) => status === 'scheduled');
}

/**
 * The attempts of a cycle by their numbers: the first one and its retries. Of an attempt that the
 * bank has sent again the last try is taken.
 */
export function numberedAttempts({ attempts }: Pick<Cycle, 'attempts'>): readonly Attempt[] {
  return attempts.filter((_, index) => attempts[index + 1]?.kind !== 'resend');
}

/** Which charge of a subscription a row is about. */
export function keyOfCycle({ day, number }: Pick<Cycle, 'day' | 'number'>): string {
  return `${day} ${number}`;
}

/** Whether the payer can still be charged by new cycles, now or after a pause. */
export function isRunning({ status }: Pick<Subscription, 'status'>): boolean {
  return status === 'authorized' || status === 'paused';
}

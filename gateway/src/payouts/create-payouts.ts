import type { Actor } from '#src/access/actor.ts';
import type { Caller } from '#src/access/merchant.ts';
import { recordCreation } from '#src/audit/record-creation.ts';
import { bankFor } from '#src/banking/choose-bank.ts';
import { claimKeys, releaseKeys } from '#src/idempotency/claim-keys.ts';
import {
  type CreatedResource,
  type CreationRequest,
  createUnderKeys,
  creationResult,
  keyedRequestOf,
} from '#src/idempotency/create-under-keys.ts';
import { accounts } from '#src/ledger/chart-of-accounts.ts';
import { type LockedAccounts, lockForPosting } from '#src/ledger/post.ts';
import { payoutReserved } from '#src/ledger/posting.ts';
import { type Centavos, centavos, ZERO_CENTAVOS } from '#src/money/centavos.ts';
import { type PixKeyType, parsePixKey } from '#src/pix/pix-key.ts';
import type { Clock } from '#src/platform/clock.ts';
import type { Database, Transaction } from '#src/platform/database/database.ts';
import { SECOND_MS } from '#src/platform/durations.ts';
import { Refusal } from '#src/platform/errors/problems.ts';
import { createId } from '#src/platform/ids.ts';
import type { BatchResult } from '#src/platform/work/batcher.ts';
import { selectExternalIds } from './external-id-store.ts';
import { type Beneficiary, type Payout, payoutCreated } from './payout.ts';
import { insertPayouts } from './payout-store.ts';

const RETRY_AFTER_SECONDS = 60;

export interface PayoutDeps {
  readonly database: Database;
  readonly clock: Clock;
  /** How long after its creation the simulator settles a payout of the test environment. */
  readonly paymentDelaySeconds: number;
  /** Whether a bank is configured that sends; without one live payouts are refused. */
  readonly canSend: boolean;
}

/** A merchant's request for a payout: its shape is checked, its texts are trimmed. */
export interface PayoutRequest extends CreationRequest {
  readonly caller: Caller;
  readonly amount: Centavos;
  readonly uncheckedPixKey: string;
  readonly pixKeyType: PixKeyType;
  readonly beneficiary: Beneficiary;
  readonly externalId: string | null;
  readonly webhookUrl: string | null;
  /** The person who requests the payout at the panel. */
  readonly by?: Actor;
}

/**
 * Accepts payouts in one transaction. The amount and the fee leave `available` at once; the
 * accounts are locked, so two payouts never spend the same centavo. Refuses `invalid_pix_key`,
 * `provider_unavailable`, `external_id_reused`, `insufficient_balance`, `balance_limit_reached` and
 * what `claimKeys` refuses.
 */
export function createPayouts(
  deps: PayoutDeps,
  requests: readonly PayoutRequest[],
): Promise<readonly BatchResult<CreatedResource>[]> {
  return createUnderKeys(requests, (firsts) => createAll(deps, firsts));
}

interface PlannedPayout {
  readonly request: PayoutRequest;
  readonly payout: Payout;
  readonly body: string;
}

async function createAll(
  deps: PayoutDeps,
  requests: readonly PayoutRequest[],
): Promise<readonly BatchResult<CreatedResource>[]> {
  const now = deps.clock.now();
  return deps.database.transaction(async (tx) => {
    const plans = requests.map((request) => planPayout(request, deps, now));
    const claims = plans.map((plan, index) => {
      const request = requests[index];
      const keyed = request && keyedRequestOf(request);
      return plan instanceof Refusal
        ? { keyed, plan: { refusal: plan } }
        : { keyed, plan: { resourceId: plan.payout.id, responseBody: plan.body } };
    });
    const verdicts = await claimKeys(tx, claims, now);
    const wanted = plans.flatMap((plan, index) =>
      verdicts[index]?.kind === 'create' && !(plan instanceof Refusal) ? [plan] : [],
    );
    const refused = await reserve(tx, wanted, deps, now);
    return plans.map((plan, index) => {
      const outcome = plan instanceof Refusal ? plan : (refused.get(plan) ?? plan.body);
      return creationResult(verdicts[index], outcome);
    });
  });
}

/** The payout that a request would become, or a refusal that doesn't depend on the balance. */
function planPayout(
  request: PayoutRequest,
  { canSend }: PayoutDeps,
  now: number,
): PlannedPayout | Refusal {
  const { caller } = request;
  const checkDigits = caller.environment === 'live';
  const pixKey = parsePixKey(request.uncheckedPixKey, request.pixKeyType, { checkDigits });
  if (pixKey === undefined) return new Refusal('invalid_pix_key');
  const payout: Payout = {
    merchantId: caller.merchantId,
    environment: caller.environment,
    id: createId(now),
    externalId: request.externalId,
    status: 'pending',
    amount: request.amount,
    fee: caller.feePlan.payoutFee,
    pixKey,
    pixKeyType: request.pixKeyType,
    beneficiary: request.beneficiary,
    webhookUrl: request.webhookUrl,
    clientId: request.by ? null : caller.clientId,
    createdAt: now,
    paidAt: null,
    endToEndId: null,
    failure: null,
    returned: ZERO_CENTAVOS,
    isLate: false,
    heldFor: null,
  };
  if (caller.environment === 'live' && !canSend) {
    const retryAfterSeconds = RETRY_AFTER_SECONDS;
    return new Refusal('provider_unavailable', { retryAfterSeconds, isBankMissing: true });
  }
  if (caller.environment === 'test' && bankFor('test').refusesForBalance(pixKey)) {
    return new Refusal('insufficient_balance');
  }
  return { request, payout, body: JSON.stringify(payoutCreated(payout)) };
}

/** Reserves and inserts the payouts that the balances allow; returns the refusals of the others. */
async function reserve(
  tx: Transaction,
  wanted: readonly PlannedPayout[],
  deps: PayoutDeps,
  now: number,
): Promise<ReadonlyMap<PlannedPayout, Refusal>> {
  if (wanted.length === 0) return new Map();
  const locked = await lockForPosting(
    tx,
    wanted.map(({ request: { caller } }) => ({
      merchantId: caller.merchantId,
      environment: caller.environment,
      isSandbox: caller.isSandbox,
      accounts: [accounts.available, accounts.reserved],
    })),
  );
  const refused = await refuseUnaffordable(tx, wanted, locked);
  const accepted = wanted.filter((plan) => !refused.has(plan));
  locked.write(now);
  const simulatedAt = new Date(now + deps.paymentDelaySeconds * SECOND_MS);
  insertPayouts(
    tx,
    accepted.map(({ payout }) => ({
      payout,
      dueAt: payout.environment === 'live' ? new Date(now) : simulatedAt,
    })),
  );
  for (const { request, payout } of accepted) {
    recordCreation(tx, request.by, payout, { action: 'payout.created' });
  }
  releaseKeys(
    tx,
    [...refused.keys()].flatMap(({ request, payout }) => {
      const keyed = keyedRequestOf(request);
      return keyed ? [{ ...keyed, resourceId: payout.id }] : [];
    }),
  );
  return refused;
}

// The accounts are locked against every other payout of the ledger scope, so the external ids and
// balances that are read here are still true when the transaction commits.
async function refuseUnaffordable(
  tx: Transaction,
  wanted: readonly PlannedPayout[],
  locked: LockedAccounts,
): Promise<Map<PlannedPayout, Refusal>> {
  const named = wanted.filter(({ payout }) => payout.externalId !== null);
  const taken =
    named.length > 0
      ? await selectExternalIds(
          tx,
          named.map((plan) => plan.payout),
        )
      : [];
  const names = new Set(
    taken.map((row) => `${row.merchant_id} ${row.environment} ${row.external_id}`),
  );
  const refused = new Map<PlannedPayout, Refusal>();
  for (const plan of wanted) {
    const { merchantId, environment, id, externalId, amount, fee } = plan.payout;
    const name = `${merchantId} ${environment} ${externalId}`;
    if (externalId !== null && names.has(name)) {
      refused.set(plan, new Refusal('external_id_reused'));
      continue;
    }
    const subject = { merchantId, environment, referenceId: id };
    if (!locked.add(payoutReserved(subject, centavos(amount + fee)))) {
      refused.set(plan, new Refusal('insufficient_balance'));
    } else if (externalId !== null) {
      names.add(name);
    }
  }
  return refused;
}

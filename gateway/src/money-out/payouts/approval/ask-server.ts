import { isoTime } from '#src/ground/clock.ts';
import { SECOND_MS } from '#src/ground/durations.ts';
import type { SecretBox } from '#src/ground/encryption/encryption.ts';
import type { HttpClient, HttpOutcome } from '#src/ground/http/http-client.ts';
import { CallNotMade } from '#src/ground/http/http-failure.ts';
import { createId } from '#src/ground/ids.ts';
import type { Logger } from '#src/ground/log.ts';
import { createDeliverySlots, type DeliverySlots } from '#src/ground/work/delivery-slots.ts';
import { signWebhook } from '#src/webhooks/delivery/sign-webhook.ts';
import { type Payout, type PayoutKey, payoutDetails } from '../payout.ts';
import { readPayouts } from '../read-payouts.ts';
import type { SettleDeps } from '../settle-payouts.ts';
import { insertCall, type StoredServer, selectServer } from './approval-server-store.ts';
import { decideByServer } from './decide-approval.ts';
import { callAgain, leaseCalls, stopCalls } from './payout-approval-store.ts';

/** The time in which a server must have answered. */
const TIMEOUT_MS = 10 * SECOND_MS;
/** The pause before another call when no slot is free, or after an error of the gateway. */
const PAUSE_MS = SECOND_MS;
/** Longer than a call and its decision take; after a crash another process calls then. */
const LEASE_MS = 25 * SECOND_MS;
/** Calls of one process at once; a slow server gets only a part of them. */
const CALLS_AT_ONCE = 100;
/** Calls of one process at once, including those that wait for a slot. */
const LEASED_MAX = 2 * CALLS_AT_ONCE;

export interface AskDeps extends SettleDeps {
  readonly http: HttpClient;
  readonly logger: Logger;
  readonly secretBox: SecretBox;
  readonly userAgent: string;
}

/** Calls the merchants' approval servers that are due. */
export interface ApprovalAsker {
  /** Starts the calls that are due; true when more may be due. */
  round(): Promise<boolean>;
  /** Waits until the running calls have ended. */
  stop(): Promise<void>;
}

/**
 * Makes the asker of one bucket. Only 200 with `{"approve": true}` is a yes. The calls are outside
 * any transaction. When the process ends before a decision is committed, its lease ends and the
 * server is called again; the payout is decided once.
 */
export function createApprovalAsker(deps: AskDeps): ApprovalAsker {
  const slots = createDeliverySlots(CALLS_AT_ONCE);
  const underWay = new Set<Promise<void>>();

  function begin(key: PayoutKey): void {
    const running = callAbout(deps, slots, key)
      .catch((error: unknown) => {
        deps.logger.error({ err: error, payout: key.id }, 'a call of an approval server failed');
        return callAgain(deps.database, { ...key, afterMs: PAUSE_MS });
      })
      // The database doesn't answer either: the call is due again when the lease ends.
      .catch(() => {})
      .finally(() => underWay.delete(running));
    underWay.add(running);
  }

  return {
    async round() {
      const rowsMax = LEASED_MAX - underWay.size;
      if (rowsMax <= 0) return false;
      const keys = await leaseCalls(deps.database, { rowsMax, leaseMs: LEASE_MS });
      for (const key of keys) begin(key);
      return keys.length === rowsMax;
    },
    async stop() {
      await Promise.all(underWay);
    },
  };
}

async function callAbout(deps: AskDeps, slots: DeliverySlots, key: PayoutKey): Promise<void> {
  const [payout] = await readPayouts(deps.database, [key]);
  if (payout?.status !== 'awaiting_approval') return;
  const server = await selectServer(deps.database, key);
  // Without a server the members decide.
  if (!server) return stopCalls(deps.database, key);
  const slot = { url: server.url, scope: `${key.merchantId} ${key.environment}` };
  if ((await slots.acquire(slot)) !== 'acquired')
    return callAgain(deps.database, { ...key, afterMs: PAUSE_MS });
  const calledAt = deps.clock.now();
  const call = { server, payout, id: createId(calledAt), calledAt };
  const outcome = await ask(deps, call)
    .catch(undefinedWithoutLookup)
    .finally(() => slots.release(slot));
  if (outcome === undefined) return callAgain(deps.database, { ...key, afterMs: PAUSE_MS });
  await decide(deps, call, outcome);
}

interface ApprovalCall {
  readonly server: StoredServer;
  readonly payout: Payout;
  readonly id: string;
  readonly calledAt: number;
}

function ask(deps: AskDeps, { server, payout, id, calledAt }: ApprovalCall): Promise<HttpOutcome> {
  const body = JSON.stringify({
    id,
    event: 'payout.approval',
    environment: payout.environment,
    created_at: isoTime(calledAt),
    data: payoutDetails(payout),
  });
  const secret = deps.secretBox.open(server.sealedSecret, server.id);
  return deps.http.post({
    url: server.url,
    headers: () => ({
      'content-type': 'application/json',
      'user-agent': deps.userAgent,
      'x-service-event': 'payout.approval',
      'x-service-delivery': payout.id,
      'x-service-signature': signWebhook({
        body,
        secrets: [secret],
        atSeconds: Math.floor(deps.clock.now() / SECOND_MS),
      }),
    }),
    body,
    owner: payout.merchantId,
    timeoutMs: TIMEOUT_MS,
  });
}

function decide(
  deps: AskDeps,
  { server, payout, id, calledAt }: ApprovalCall,
  outcome: HttpOutcome,
): Promise<void> {
  const isApproved = isApproval(outcome);
  const answer = outcome.kind === 'answered' ? outcome.answer : undefined;
  const call = {
    id,
    payoutId: payout.id,
    url: server.url,
    isApproved,
    durationMs: Math.round(
      outcome.kind === 'answered' ? outcome.answer.durationMs : outcome.durationMs,
    ),
    responseStatus: answer?.status ?? null,
    responseExcerpt: answer?.excerpt ?? null,
    failure: outcome.kind === 'failed' ? outcome.message : null,
    calledAt,
  };
  const { merchantId, environment } = payout;
  const scope = { merchantId, environment };
  return deps.database.transaction(async (tx) => {
    insertCall(tx, { ...scope, ...call });
    // The owner has replaced or removed the server during the call: its answer is ignored.
    const isReplaced = (await selectServer(tx, scope))?.id !== server.id;
    if (isReplaced) await callAgain(tx, { ...scope, id: payout.id, afterMs: 0 });
    else await decideByServer(deps, tx, payout, isApproved);
  });
}

/** True only for the status 200 with exactly `{"approve": true}`. */
export function isApproval(outcome: HttpOutcome): boolean {
  if (outcome.kind !== 'answered' || outcome.answer.status !== 200) return false;
  try {
    const body: unknown = JSON.parse(outcome.answer.excerpt);
    const names = Object.keys(Object(body));
    return names.length === 1 && Object(body).approve === true;
  } catch {
    return false;
  }
}

function undefinedWithoutLookup(error: unknown): undefined {
  if (!(error instanceof CallNotMade)) throw error;
}

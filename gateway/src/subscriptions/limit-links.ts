import { refusedByLink } from '#src/charges/links/refuse-closed-links.ts';
import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import { DAY_MS } from '#src/ground/durations.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { firstIdAt } from '#src/ground/ids.ts';
import { countWaitingOfLink } from './waiting-of-link-store.ts';

/** Subscriptions of one link that wait for their payers at once. */
const WAITING_OF_LINK_MAX = 1_000;
/** Those that one network may have made in a day. */
const WAITING_OF_NETWORK_MAX = 20;
const RETRY_AFTER_SECONDS = 60;

/** The payment link of a request, and a hash of the payer's network. */
export interface OfLink {
  readonly id: string;
  readonly network: string;
}

interface LinkedRequest {
  readonly caller: LedgerScope;
  readonly link: OfLink | null;
}

/** A link that payers of one transaction subscribe at. */
interface Counted {
  readonly refusal: Refusal | undefined;
  readonly byNetwork: Map<string, number>;
  all: number;
}

/**
 * Why requests of payers at links are refused, by the request: what `refusedByLink` says,
 * `payment_link_full` or `rate_limited`. A stranger who never authorizes must not use up what a
 * merchant may have waiting.
 */
export async function refusedByLinks<Request extends LinkedRequest>(
  tx: Transaction,
  requests: readonly Request[],
  now: number,
): Promise<ReadonlyMap<Request, Refusal>> {
  const refused = new Map<Request, Refusal>();
  const counts = new Map<string, Counted>();
  for (const request of requests) {
    const { caller, link } = request;
    if (link === null) continue;
    const counted = counts.get(link.id) ?? (await countLink(tx, { ...caller, id: link.id }, now));
    counts.set(link.id, counted);
    const refusal = counted.refusal ?? refusalOf(counted, link);
    if (refusal) refused.set(request, refusal);
  }
  return refused;
}

async function countLink(
  tx: Transaction,
  link: LedgerScope & { readonly id: string },
  now: number,
): Promise<Counted> {
  const { merchantId, environment, id } = link;
  const key = { merchantId, environment, id };
  const limits = { max: WAITING_OF_LINK_MAX, recentId: firstIdAt(now - DAY_MS) };
  const { all, recentByNetwork } = await countWaitingOfLink(tx, { ...key, ...limits });
  const refusal = await refusedByLink(tx, key, now);
  return { refusal, all, byNetwork: new Map(recentByNetwork) };
}

/** Counts a subscription, or returns why it is refused. */
function refusalOf(counted: Counted, { network }: OfLink): Refusal | undefined {
  const ofNetwork = counted.byNetwork.get(network) ?? 0;
  if (counted.all >= WAITING_OF_LINK_MAX) return new Refusal('payment_link_full');
  if (ofNetwork >= WAITING_OF_NETWORK_MAX) {
    return new Refusal('rate_limited', { retryAfterSeconds: RETRY_AFTER_SECONDS });
  }
  counted.all += 1;
  counted.byNetwork.set(network, ofNetwork + 1);
  return undefined;
}

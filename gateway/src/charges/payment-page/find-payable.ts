import type { FastifyRequest } from 'fastify';
import { Refusal } from '#src/ground/errors/problems.ts';
import { isId } from '#src/ground/ids.ts';
import type { Batcher } from '#src/ground/work/batcher.ts';
import { type CountedLimit, refuseExceeded } from '#src/ground/work/refuse-exceeded.ts';
import type { Payable } from './payable.ts';

const REQUESTS_PER_MINUTE = 120;

/** The options of a payer's route. */
export const PAYERS_ROUTE = { schema: { hide: true }, config: { budget: 'payers' } } as const;

export interface VisitDeps {
  /** The charge of a payment page; undefined when there is none. */
  readonly readPayable: Batcher<string, Payable | undefined>;
  /** Counts a request of a client under a name; returns the state of its limit. */
  readonly countVisit: (
    visit: { address: string; name: string },
    limit: number,
  ) => Promise<CountedLimit>;
}

/** A request for a page of a charge, or for one of its files. */
export interface PageRequest {
  Params: { internal_id: string };
  Querystring: { embed?: string; lang?: string; v?: string };
}

/**
 * Reads the charge of the request's path. The server has counted the visit among all visits of the
 * client; here the visits of one charge are counted. All unknown ids count as one charge, so that
 * ids can't be guessed. Refuses `rate_limited` and `transaction_not_found`.
 */
export async function findPayable(
  deps: VisitDeps,
  request: FastifyRequest<PageRequest>,
): Promise<Payable> {
  const id = request.params.internal_id;
  const payable = isId(id) ? await deps.readPayable.add(id) : undefined;
  await countVisitOf(deps, request, payable ? id : 'unknown');
  if (!payable) throw new Refusal('transaction_not_found');
  return payable;
}

/** Counts a visit of a client to a charge, or to none (`unknown`). Refuses `rate_limited`. */
export function countVisitOf(
  deps: VisitDeps,
  request: FastifyRequest<PageRequest>,
  name: string,
): Promise<void> {
  return spendVisit(deps, request.ip, { name, limit: REQUESTS_PER_MINUTE });
}

/** Counts a visit of a client under a name. Refuses `rate_limited`. */
export async function spendVisit(
  { countVisit }: Pick<VisitDeps, 'countVisit'>,
  address: string,
  { name, limit }: { name: string; limit: number },
): Promise<void> {
  refuseExceeded(await countVisit({ address, name }, limit));
}

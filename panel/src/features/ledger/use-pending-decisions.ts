import { api } from '#panel/api/client.ts';
import type { Matter } from '#panel/components/attention-list.tsx';
import { formatCount } from '#panel/components/format.ts';
import { texts } from '#texts/ledger.ts';

const ASK_AGAIN = { refetchInterval: 15_000 };
const WAITING = { params: { query: { state: 'waiting', limit: 100 } } } as const;
const PROPOSALS = { to: '/operador/propostas', action: texts.seeProposals } as const;
const HELD = { to: '/operador/retidos', action: texts.seeHeld } as const;

/**
 * The proposals that wait for a second operator, the orders that the bank decided otherwise than
 * operators, and the stopped payouts. Each query reads a bounded list.
 */
export function usePendingDecisions(): { matters: Matter[]; isPending: boolean } {
  const proposals = api.useQuery('get', '/api/operator/proposals', WAITING, ASK_AGAIN);
  const reversed = api.useQuery('get', '/api/operator/reversed-orders', undefined, ASK_AGAIN);
  const stops = api.useQuery('get', '/api/operator/payout-stops', undefined, ASK_AGAIN);
  const matters: Matter[] = [];
  const waiting = proposals.data?.data.length ?? 0;
  const hasMore = (proposals.data?.next_cursor ?? null) !== null;
  if (waiting > 0) {
    const shown = hasMore ? texts.queueMore(waiting) : formatCount(waiting);
    matters.push({ text: texts.proposals(waiting, shown), ...PROPOSALS });
  }
  const count = reversed.data?.data.length ?? 0;
  if (count > 0) matters.push({ text: texts.reversed(count, formatCount(count)), ...HELD });
  if (stops.data?.platform) matters.push({ text: texts.allStopped, ...HELD });
  const stopped = stops.data?.merchants.length ?? 0;
  if (stopped > 0) matters.push({ text: texts.stopped(stopped, formatCount(stopped)), ...HELD });
  const isPending = [proposals, reversed, stops].some((query) => query.isPending);
  return { matters, isPending };
}

import type { Queryable } from '#src/ground/database/database.ts';
import { type Page, readPage } from '#src/ground/database/read-page.ts';
import type { Proposal } from './proposal.ts';
import { selectProposals, selectWaiting } from './proposal-store.ts';

/** A page of proposals, newest first: those that may be approved at `now`, or all. */
export async function readProposals(
  database: Queryable,
  page: { readonly beforeId: string; readonly limit: number; readonly isWaiting: boolean },
  now: number,
): Promise<Page<Proposal>> {
  const { beforeId, limit, isWaiting } = page;
  const at = new Date(now);
  const found = await readPage(
    limit,
    (rowsMax) =>
      isWaiting
        ? selectWaiting(database, { beforeId, limit: rowsMax, at })
        : selectProposals(database, { beforeId, limit: rowsMax }),
    ({ id }) => id,
  );
  return { ...found, rows: found.rows.map((proposal) => asOf(proposal, now)) };
}

/** A proposal whose time is over is expired, also before a change of the table says so. */
function asOf(proposal: Proposal, now: number): Proposal {
  const isOver = proposal.state === 'waiting' && proposal.expiresAt <= now;
  return isOver ? { ...proposal, state: 'expired' } : proposal;
}

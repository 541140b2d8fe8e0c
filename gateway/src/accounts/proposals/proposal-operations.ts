import { Type } from 'typebox';
import { operatorRules } from '#src/ground/access/operator-access.ts';
import { CodeOnly } from '#src/ground/access/second-factor-of-member.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { type Page, readPage } from '#src/ground/database/read-page.ts';
import type { ProblemCode } from '#src/ground/errors/problems.ts';
import { operationsOf } from '#src/ground/http/operation.ts';
import { CursorQuery, IdParams } from '#src/ground/schemas/panel-schemas.ts';
import { oneOf } from '#src/ground/schemas/text-schemas.ts';
import { approveProposal, type DecideProposalDeps, rejectProposal } from './decide-proposal.ts';
import { type Proposal, proposalView } from './proposal.ts';
import { ProposalList, ProposalView } from './proposal-schemas.ts';
import { selectProposals, selectWaiting } from './proposal-store.ts';

const { operation, listOf } = operationsOf<DecideProposalDeps>();

/** The common parts of a decision about a proposal. */
const decision = {
  params: IdParams,
  notFound: 'proposal_not_found',
  body: CodeOnly,
  answer: [200, ProposalView],
} as const;

const DECISION_CODES: readonly ProblemCode[] = ['proposal_decided', 'proposal_expired'];

/**
 * The operations on proposals of operators. An approval executes its proposal, and may refuse what
 * the execution refuses.
 */
export const proposalOperations = (executionCodes: readonly ProblemCode[]) => [
  listOf({
    at: 'GET /proposals',
    operator: { id: 'listProposals', access: operatorRules.read },
    query: Type.Object({
      ...CursorQuery.properties,
      state: Type.Optional(oneOf(['waiting', 'all'])),
    }),
    page: ProposalList,
    select: ({ deps: { database, clock }, query: { state = 'waiting' } }, { beforeId, limit }) =>
      readProposals(database, { beforeId, limit, isWaiting: state === 'waiting' }, clock.now()),
    view: (proposal, { operator }) => proposalView(proposal, operator.userId),
  }),
  operation({
    ...decision,
    at: 'POST /proposals/:id/approve',
    operator: { id: 'approveProposal', access: operatorRules.money },
    refuses: [...DECISION_CODES, 'second_operator_required', ...executionCodes],
    run: async ({ deps, by, operator, params }) =>
      proposalView(await approveProposal(deps, params.id, by), operator.userId),
  }),
  operation({
    ...decision,
    at: 'POST /proposals/:id/reject',
    operator: { id: 'rejectProposal', access: operatorRules.money },
    refuses: DECISION_CODES,
    run: async ({ deps, by, operator, params }) =>
      proposalView(await rejectProposal(deps, params.id, by), operator.userId),
  }),
];

/** A page of proposals, newest first: those that may be approved at `now`, or all. */
async function readProposals(
  database: Queryable,
  page: { readonly beforeId: string; readonly limit: number; readonly isWaiting: boolean },
  now: number,
): Promise<Page<Proposal>> {
  const { beforeId, limit, isWaiting } = page;
  const at = new Date(now);
  const proposals = await readPage(
    limit,
    (rowsMax) =>
      isWaiting
        ? selectWaiting(database, { beforeId, limit: rowsMax, at })
        : selectProposals(database, { beforeId, limit: rowsMax }),
    ({ id }) => id,
  );
  return { ...proposals, rows: proposals.rows.map((proposal) => asOf(proposal, now)) };
}

/** The proposal as of `now`: `expired` after its end, also while its row still waits. */
function asOf(proposal: Proposal, now: number): Proposal {
  const isOver = proposal.state === 'waiting' && proposal.expiresAt <= now;
  return isOver ? { ...proposal, state: 'expired' } : proposal;
}

import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { actorOf, operatorOf } from '#src/ground/access/member-of-request.ts';
import { CodeOnly } from '#src/ground/access/second-factor-of-member.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { type Page, readPage } from '#src/ground/database/read-page.ts';
import { operatorCodeResponses, panelReadResponses } from '#src/ground/errors/problem-schemas.ts';
import { type ProblemCode, Refusal } from '#src/ground/errors/problems.ts';
import { cursorOf, idOfCursor } from '#src/ground/http/page-cursor.ts';
import { ID_MAX, isId } from '#src/ground/ids.ts';
import { CursorQuery } from '#src/ground/schemas/panel-schemas.ts';
import { oneOf } from '#src/ground/schemas/text-schemas.ts';
import { approveProposal, type DecideProposalDeps, rejectProposal } from './decide-proposal.ts';
import { type Proposal, proposalView } from './proposal.ts';
import { ProposalList, ProposalView } from './proposal-schemas.ts';
import { selectProposals, selectWaiting } from './proposal-store.ts';

const LIMIT_DEFAULT = 20;
const DECISION_CODES: readonly ProblemCode[] = [
  'proposal_not_found',
  'proposal_decided',
  'proposal_expired',
];

export interface ProposalRoutesDeps extends DecideProposalDeps {
  /** The codes that executions may refuse, besides the codes of proposals. */
  readonly executionCodes: readonly ProblemCode[];
}

/** The routes that list, approve and reject proposals. */
export function proposalOperatorRoutes(deps: ProposalRoutesDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    await app.register(listRoute(deps));
    await app.register(decideRoutes(deps));
  };
}

function listRoute({ database, clock }: ProposalRoutesDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      '/api/operator/proposals',
      {
        schema: {
          operationId: 'listProposals',
          querystring: Type.Object({
            ...CursorQuery.properties,
            state: Type.Optional(oneOf(['waiting', 'all'])),
          }),
          response: { 200: ProposalList, ...panelReadResponses(['invalid_request']) },
        },
      },
      async (request) => {
        const { cursor, limit = LIMIT_DEFAULT, state = 'waiting' } = request.query;
        const beforeId = idOfCursor(cursor) ?? ID_MAX;
        const page = { beforeId, limit, isWaiting: state === 'waiting' };
        const { rows, next } = await readProposals(database, page, clock.now());
        const { userId } = operatorOf(request);
        const data = rows.map((proposal) => proposalView(proposal, userId));
        return { data, next_cursor: cursorOf(next) };
      },
    );
  };
}

function decideRoutes(deps: ProposalRoutesDeps): FastifyPluginAsyncTypebox {
  const schema = {
    params: Type.Object({ id: Type.String({ maxLength: 64 }) }),
    body: CodeOnly,
  };
  return async (app) => {
    app.post(
      '/api/operator/proposals/:id/approve',
      {
        schema: {
          operationId: 'approveProposal',
          ...schema,
          response: {
            200: ProposalView,
            ...operatorCodeResponses([
              ...DECISION_CODES,
              'second_operator_required',
              ...deps.executionCodes,
            ]),
          },
        },
      },
      async (request) => {
        const { id } = request.params;
        if (!isId(id)) throw new Refusal('proposal_not_found');
        const approved = await approveProposal(deps, id, actorOf(request));
        return proposalView(approved, operatorOf(request).userId);
      },
    );
    app.post(
      '/api/operator/proposals/:id/reject',
      {
        schema: {
          operationId: 'rejectProposal',
          ...schema,
          response: { 200: ProposalView, ...operatorCodeResponses(DECISION_CODES) },
        },
      },
      async (request) => {
        const { id } = request.params;
        if (!isId(id)) throw new Refusal('proposal_not_found');
        const rejected = await rejectProposal(deps, id, actorOf(request));
        return proposalView(rejected, operatorOf(request).userId);
      },
    );
  };
}

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

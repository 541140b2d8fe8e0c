import { Type } from 'typebox';
import { CODE, memberRules } from '#src/ground/access/member-access.ts';
import { OptionalCode } from '#src/ground/access/second-factor-of-member.ts';
import { isoTime } from '#src/ground/clock.ts';
import { failureTextIn } from '#src/ground/http/http-failure.ts';
import type { Language } from '#src/ground/http/language.ts';
import { operationsOf } from '#src/ground/http/operation.ts';
import { CursorQuery } from '#src/ground/schemas/panel-schemas.ts';
import { NullableText } from '#src/ground/schemas/text-schemas.ts';
import {
  type ApprovalServerDeps,
  readApprovalServer,
  removeApprovalServer,
  setApprovalServer,
} from './approval-server.ts';
import type { ApprovalCall } from './payout-approval.ts';
import { readApprovalCalls } from './read-approvals.ts';

const { operation, listOf } = operationsOf<ApprovalServerDeps>();

const Server = Type.Object({ url: NullableText, created_at: NullableText });
const ServerBody = Type.Object({ url: Type.String({ maxLength: 4096 }), code: OptionalCode });
const ServerWithSecret = Type.Object({
  url: Type.String(),
  created_at: Type.String(),
  secret: Type.String({ description: 'O segredo da assinatura; só aparece agora.' }),
});
const Call = Type.Object({
  id: Type.String(),
  payout_id: Type.String(),
  url: Type.String(),
  is_approved: Type.Boolean(),
  duration_ms: Type.Integer(),
  response_status: Type.Union([Type.Integer(), Type.Null()]),
  response_excerpt: NullableText,
  failure: NullableText,
  called_at: Type.String(),
});

/** The operations on the merchant's server that approves payouts, and the list of its calls. */
export const approvalServerOperations = [
  operation({
    at: 'GET /approval-server',
    member: { id: 'getApprovalServer', access: memberRules.readTeam },
    answer: [200, Server],
    run: async ({ deps, owner }) => {
      const server = await readApprovalServer(deps.database, owner.scope);
      return { url: server?.url ?? null, created_at: server ? isoTime(server.createdAt) : null };
    },
  }),
  listOf({
    at: 'GET /approval-server/calls',
    member: { id: 'listApprovalCalls', access: memberRules.readTeam },
    query: CursorQuery,
    page: Type.Object({ data: Type.Array(Call), next_cursor: NullableText }),
    select: ({ deps, owner }, place) => readApprovalCalls(deps.database, owner.scope, place),
    view: (row, { language }) => callView(row, language),
  }),
  operation({
    at: 'PUT /approval-server',
    // A server that approves replaces a person, so only the owner sets it in production.
    member: { id: 'setApprovalServer', access: { ...memberRules.integration, code: CODE } },
    body: ServerBody,
    answer: [200, ServerWithSecret],
    refuses: ['webhook_url_invalid'],
    run: async ({ deps, owner: { scope }, by, body }) => {
      const { url, secret, createdAt } = await setApprovalServer(deps, scope, body.url, by);
      return { url, secret, created_at: isoTime(createdAt) };
    },
  }),
  operation({
    at: 'DELETE /approval-server',
    member: { id: 'removeApprovalServer', access: memberRules.integration },
    answer: [204, Type.Null()],
    run: async ({ deps, owner: { scope }, by }) => {
      await removeApprovalServer(deps, scope, by);
      return null;
    },
  }),
];

function callView(call: ApprovalCall, language: Language) {
  return {
    id: call.id,
    payout_id: call.payoutId,
    url: call.url,
    is_approved: call.isApproved,
    duration_ms: call.durationMs,
    response_status: call.responseStatus,
    response_excerpt: call.responseExcerpt,
    failure: failureTextIn(call.failure, language),
    called_at: isoTime(call.calledAt),
  };
}

import { Type } from 'typebox';
import { memberRules } from '#src/ground/access/member-access.ts';
import { CodeOnly } from '#src/ground/access/second-factor-of-member.ts';
import { isoTime } from '#src/ground/clock.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { operationsOf } from '#src/ground/http/operation.ts';
import { centavosToJson, centavosToJsonOrNull } from '#src/ground/money/centavos.ts';
import { CursorQuery, DONE, Done, IdParams } from '#src/ground/schemas/panel-schemas.ts';
import { NullableText, oneOf } from '#src/ground/schemas/text-schemas.ts';
import type { SettleDeps } from '../settle-payouts.ts';
import { approveByMember, rejectByMember } from './decide-approval.ts';
import { countForMembers } from './payout-approval-store.ts';
import { readApproval, readWaitingPayouts, type ShownApproval } from './read-approvals.ts';
import { RejectionBody, reasonOf } from './rejection-schemas.ts';

const { operation, listOf } = operationsOf<SettleDeps>();

const Approval = Type.Object({
  id: Type.String(),
  amount: Type.Integer(),
  beneficiary_name: Type.String(),
  beneficiary_document: Type.String(),
  pix_key: Type.String(),
  pix_key_type: Type.String(),
  external_id: NullableText,
  cause: oneOf(['amount', 'new_destination']),
  limit: Type.Union([Type.Integer(), Type.Null()], {
    description: 'O limite que o saque passa; null quando só a soma do lote passa dele.',
  }),
  is_new_destination: Type.Boolean({ description: 'Nada foi pago ainda a esta chave Pix.' }),
  last_payouts: Type.Array(
    Type.Object({
      id: Type.String(),
      amount: Type.Integer(),
      paid_at: Type.String(),
    }),
    { description: 'Os últimos saques pagos a esta chave Pix, mais recentes primeiro.' },
  ),
  status: oneOf(['waiting', 'approved', 'rejected', 'expired']),
  requested_by: NullableText,
  client_id: NullableText,
  batch_id: NullableText,
  is_own: Type.Boolean(),
  created_at: Type.String(),
  expires_at: Type.String(),
  decided_at: NullableText,
  decided_by: NullableText,
  reason: NullableText,
});

/** The common parts of a decision. */
const decision = {
  params: IdParams,
  notFound: 'approval_not_found',
  body: CodeOnly,
  answer: [200, Done],
} as const;

/** The operations on payouts that wait for a member's approval. */
export const approvalOperations = [
  listOf({
    at: 'GET /payout-approvals',
    member: { id: 'listPayoutApprovals', access: memberRules.read },
    query: CursorQuery,
    page: Type.Object({ data: Type.Array(Approval), next_cursor: NullableText }),
    select: ({ deps, owner }, place) => readWaitingPayouts(deps.database, owner.scope, place),
    view: (row, { member }) => approvalView(row, member.userId),
  }),
  operation({
    at: 'GET /payout-approvals/count',
    member: { id: 'countPayoutApprovals', access: memberRules.read },
    answer: [200, Type.Object({ count: Type.Integer() })],
    run: ({ deps: { database, clock }, owner: { scope } }) =>
      countForMembers(database, { ...scope, at: new Date(clock.now()) }),
  }),
  operation({
    at: 'GET /payout-approvals/:id',
    member: { id: 'getPayoutApproval', access: memberRules.read },
    params: IdParams,
    notFound: 'approval_not_found',
    answer: [200, Approval],
    run: async ({ deps, owner, member, params }) => {
      const approval = await readApproval(deps.database, { ...owner.scope, ...params });
      if (!approval) throw new Refusal('approval_not_found');
      return approvalView(approval, member.userId);
    },
  }),
  operation({
    ...decision,
    at: 'POST /payout-approvals/:id/approve',
    member: { id: 'approvePayout', access: memberRules.money },
    refuses: ['approval_of_own_payout'],
    run: async ({ deps, owner: { scope }, by, params }) => {
      await approveByMember(deps, { ...scope, ...params }, by);
      return DONE;
    },
  }),
  operation({
    ...decision,
    at: 'POST /payout-approvals/:id/reject',
    member: { id: 'rejectPayout', access: memberRules.money },
    body: RejectionBody,
    run: async ({ deps, owner: { scope }, by, params, body }) => {
      await rejectByMember(deps, { ...scope, ...params }, { by, reason: reasonOf(body) });
      return DONE;
    },
  }),
];

function approvalView(approval: ShownApproval, userId: string) {
  const { id, amount, cause, limit, status, createdAt, expiresAt, decidedAt } = approval;
  const { lastPayouts } = approval;
  return {
    id,
    amount: centavosToJson(amount),
    beneficiary_name: approval.beneficiaryName,
    beneficiary_document: approval.beneficiaryDocument,
    pix_key: approval.pixKey,
    pix_key_type: approval.pixKeyType,
    external_id: approval.externalId,
    cause,
    status,
    limit: centavosToJsonOrNull(limit),
    is_new_destination: lastPayouts.length === 0,
    last_payouts: lastPayouts.map((payout) => ({
      id: payout.id,
      amount: centavosToJson(payout.amount),
      paid_at: isoTime(payout.paidAt),
    })),
    requested_by: approval.requestedBy,
    client_id: approval.clientId,
    batch_id: approval.batchId,
    is_own: approval.createdBy === userId,
    created_at: isoTime(createdAt),
    expires_at: isoTime(expiresAt),
    decided_at: decidedAt === null ? null : isoTime(decidedAt),
    decided_by: approval.decidedBy,
    reason: approval.reason,
  };
}

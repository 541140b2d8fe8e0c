import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import { isoTime } from '#src/ground/clock.ts';
import { DAY_MS } from '#src/ground/durations.ts';
import { type Centavos, centavosToJson } from '#src/ground/money/centavos.ts';

/** How long a proposal can be approved. */
export const PROPOSAL_LIFE_MS = 7 * DAY_MS;

export const proposalKinds = [
  'balance_adjustment',
  'payout_resolution',
  'refund_resolution',
  'charge_payment',
] as const;

export type ProposalKind = (typeof proposalKinds)[number];

export const proposalStates = ['waiting', 'approved', 'rejected', 'expired'] as const;

export type ProposalState = (typeof proposalStates)[number];

/** The parameters of the execution. Each kind of proposal has its own names. */
export type ProposalParameters = Readonly<Record<string, string | number | null>>;

/** An action that an operator proposes. */
export interface ProposedAction extends LedgerScope {
  readonly kind: ProposalKind;
  /** The payout or refund, the merchant's username, or the end-to-end id of a payment. */
  readonly subject: string;
  /** In centavos; the debit of an adjustment is negative. */
  readonly amount: Centavos;
  readonly reason: string;
  readonly parameters: ProposalParameters;
}

/** An action of one operator that waits for another operator. Instants in milliseconds. */
export interface Proposal extends ProposedAction {
  readonly id: string;
  readonly username: string;
  readonly state: ProposalState;
  readonly proposedBy: string;
  readonly proposedByName: string;
  readonly createdAt: number;
  readonly expiresAt: number;
  readonly decidedByName: string | null;
  readonly decidedAt: number | null;
}

/** A proposal as the panel and the commands show it. `userId` is the reader's. */
export function proposalView(proposal: Proposal, userId: string | null) {
  return {
    id: proposal.id,
    kind: proposal.kind,
    username: proposal.username,
    environment: proposal.environment,
    subject: proposal.subject,
    amount: centavosToJson(proposal.amount),
    reason: proposal.reason,
    parameters: proposal.parameters,
    state: proposal.state,
    proposed_by: proposal.proposedByName,
    is_own: proposal.proposedBy === userId,
    created_at: isoTime(proposal.createdAt),
    expires_at: isoTime(proposal.expiresAt),
    decided_by: proposal.decidedByName,
    decided_at: proposal.decidedAt === null ? null : isoTime(proposal.decidedAt),
  };
}

import type { Actor } from '#src/ground/access/actor.ts';
import { recordChange } from '#src/ground/audit/record-change.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import type { Proposal, ProposalKind } from './proposal.ts';
import { selectProposal, updateDecision } from './proposal-store.ts';
import { proposalChange } from './propose-action.ts';

/**
 * Executes an approved proposal in the transaction of the approval. It checks the facts again. If
 * it refuses because they have changed, the proposal still waits.
 */
export type ExecuteProposal = (
  tx: Transaction,
  proposal: Proposal,
  by: Actor,
  now: number,
) => Promise<void>;

export interface DecideProposalDeps extends DatabaseAndClock {
  /** How each kind of proposal is executed. */
  readonly execute: Readonly<Record<ProposalKind, ExecuteProposal>>;
}

/**
 * Approves a proposal of another operator and executes it, in one transaction. Of two concurrent
 * approvals the second waits for the first and is refused. Refuses `proposal_not_found`,
 * `proposal_decided`, `proposal_expired`, `second_operator_required` for the operator who proposed
 * it, and the codes of its execution. Throws if the actor is not a user.
 */
export function approveProposal(
  deps: DecideProposalDeps,
  id: string,
  by: Actor,
): Promise<Proposal> {
  const now = deps.clock.now();
  return deps.database.transaction(async (tx) => {
    // The proposer of a proposal never changes, so it is read before the proposal is locked.
    const proposal = await selectProposal(tx, { id });
    if (proposal?.proposedBy === by.id) throw new Refusal('second_operator_required');
    const approved = await decide(tx, { id, state: 'approved', by, now });
    await deps.execute[approved.kind](tx, approved, by, now);
    recordChange(tx, by, { action: 'proposal.approved', ...proposalChange(approved) }, now);
    return approved;
  });
}

/**
 * Rejects a waiting proposal; its proposer may do this too. Refuses `proposal_not_found`,
 * `proposal_decided` and `proposal_expired`. Throws if the actor is not a user.
 */
export function rejectProposal(
  { database, clock }: Pick<DecideProposalDeps, 'database' | 'clock'>,
  id: string,
  by: Actor,
): Promise<Proposal> {
  const now = clock.now();
  return database.transaction(async (tx) => {
    const rejected = await decide(tx, { id, state: 'rejected', by, now });
    recordChange(tx, by, { action: 'proposal.rejected', ...proposalChange(rejected) }, now);
    return rejected;
  });
}

async function decide(
  tx: Transaction,
  { id, state, by, now }: { id: string; state: 'approved' | 'rejected'; by: Actor; now: number },
): Promise<Proposal> {
  if (by.id === null) throw new Error('a decision needs an operator');
  const decision = { id, state, decidedBy: by.id, decidedByName: by.name, at: now };
  const decided = await updateDecision(tx, decision);
  if (decided) return decided;
  const proposal = await selectProposal(tx, { id });
  if (!proposal) throw new Refusal('proposal_not_found');
  if (proposal.state === 'approved' || proposal.state === 'rejected') {
    throw new Refusal('proposal_decided');
  }
  throw new Refusal('proposal_expired');
}

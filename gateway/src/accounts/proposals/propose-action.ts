import type { Actor } from '#src/ground/access/actor.ts';
import { recordChange } from '#src/ground/audit/record-change.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { createId } from '#src/ground/ids.ts';
import { centavosToJson } from '#src/ground/money/centavos.ts';
import {
  PROPOSAL_LIFE_MS,
  type Proposal,
  type ProposalParameters,
  type ProposedAction,
} from './proposal.ts';
import {
  expireProposals,
  insertProposal,
  selectProposal,
  selectProposalByKey,
} from './proposal-store.ts';

/**
 * Stores a proposal in the caller's transaction. A repeat under the same request key returns the
 * first proposal. Refuses `idempotency_key_reused` when the key belongs to another proposal, and
 * `proposal_waiting` while another proposal about the same payout or refund waits. Throws if the
 * actor is not a user.
 */
export async function proposeAction(
  tx: Transaction,
  action: ProposedAction & { readonly requestKey: string | null },
  by: Actor,
  now: number,
): Promise<Proposal> {
  if (by.id === null) throw new Error('a proposal needs an operator');
  await expireProposals(tx, { at: now });
  const id = createId(now);
  const insertedCount = await insertProposal(tx, {
    ...action,
    id,
    parameters: canonicalJson(action.parameters),
    proposedBy: by.id,
    proposedByName: by.name,
    createdAt: now,
    expiresAt: now + PROPOSAL_LIFE_MS,
  });
  if (insertedCount === 0) return earlierProposal(tx, action, by);
  const proposal = await selectProposal(tx, { id });
  if (!proposal) throw new Error(`the proposal ${id} was not stored`);
  recordChange(tx, by, { action: 'proposal.made', ...proposalChange(proposal) }, now);
  return proposal;
}

async function earlierProposal(
  tx: Transaction,
  action: ProposedAction & { readonly requestKey: string | null },
  by: Actor,
): Promise<Proposal> {
  const { requestKey } = action;
  const earlier = requestKey === null ? undefined : await selectProposalByKey(tx, { requestKey });
  if (!earlier) throw new Refusal('proposal_waiting');
  if (earlier.proposedBy !== by.id || contentOf(earlier) !== contentOf(action)) {
    throw new Refusal('idempotency_key_reused');
  }
  return earlier;
}

/** The audit log's facts about a proposal. */
export function proposalChange({ id, merchantId, kind, subject, amount, reason }: Proposal) {
  return {
    merchantId,
    subject: id,
    details: { kind, about: subject, amount: centavosToJson(amount), reason },
  };
}

function contentOf(action: ProposedAction): string {
  const { kind, merchantId, environment, subject, amount, reason, parameters } = action;
  const facts = { kind, merchantId, environment, subject, reason, amount: amount.toString() };
  return canonicalJson(facts) + canonicalJson(parameters);
}

function canonicalJson(parameters: ProposalParameters): string {
  const names = Object.keys(parameters).sort();
  return JSON.stringify(Object.fromEntries(names.map((name) => [name, parameters[name]])));
}

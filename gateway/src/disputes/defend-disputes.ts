import type { Actor } from '#src/ground/access/actor.ts';
import type { Caller } from '#src/ground/access/merchant.ts';
import { recordChange } from '#src/ground/audit/record-change.ts';
import type { Transaction } from '#src/ground/database/database.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { claimKeys, releaseKeys } from '#src/ground/idempotency/claim-keys.ts';
import {
  type CreatedResource,
  type CreationRequest,
  createUnderKeys,
  creationResult,
  keyedRequestOf,
} from '#src/ground/idempotency/create-under-keys.ts';
import type { AnswerReader } from '#src/ground/idempotency/read-answers.ts';
import { createId } from '#src/ground/ids.ts';
import type { BatchResult } from '#src/ground/work/batcher.ts';
import {
  type DefenseAnswer,
  insertDefenses,
  type NewDefense,
  selectAnswers,
  type WrittenDefense,
  writeAnswers,
} from './defense-store.ts';
import { disputeView } from './dispute.ts';
import { type DisputeBook, isOpen } from './dispute-book.ts';
import { selectDisputes } from './dispute-store.ts';
import type { LockedDispute } from './lock-disputes.ts';
import { changeDisputes, type DisputeDeps } from './write-disputes.ts';

/** Reads the answers of defences, also when their disputes have changed since. */
const readDefenseAnswers: AnswerReader = async (database, resources) => {
  const answers = await selectAnswers(database, { keys: resources });
  return new Map(answers.map((answer) => [answer.id, answerOf(answer)]));
};

/** A merchant's defence of a dispute: its text is trimmed and has 1 to 1000 characters. */
export interface DefenseRequest extends CreationRequest {
  readonly caller: Caller;
  readonly disputeId: string;
  readonly text: string;
  /** The person who writes the defence at the panel. */
  readonly by?: Actor;
}

interface WantedDefense {
  readonly id: string;
  readonly request: DefenseRequest;
}

/**
 * Stores defences, in one transaction: each dispute becomes `in_defense`. A worker sends those of
 * disputes that the bank lists. Refuses `dispute_not_found`, `dispute_closed`,
 * `dispute_already_defended`, `dispute_defense_too_late` and what `claimKeys` refuses.
 */
export function defendDisputes(
  deps: DisputeDeps,
  requests: readonly DefenseRequest[],
): Promise<readonly BatchResult<CreatedResource>[]> {
  return createUnderKeys(requests, (firsts) => defendAll(deps, firsts));
}

function defendAll(
  deps: DisputeDeps,
  requests: readonly DefenseRequest[],
): Promise<readonly BatchResult<CreatedResource>[]> {
  const now = deps.clock.now();
  return deps.database.transaction(async (tx) => {
    const wanted = requests.map((request) => ({ id: createId(now), request }));
    const planned = wanted.map(({ id, request }) => ({
      keyed: keyedRequestOf(request),
      plan: { resourceId: id },
    }));
    const verdicts = await claimKeys(tx, planned, { now, read: readDefenseAnswers });
    const fresh = wanted.filter((_, index) => verdicts[index]?.kind === 'create');
    const outcomes = await decide(tx, fresh, { deps, now });
    releaseRefused(tx, fresh, outcomes);
    return wanted.map(({ id }, index) => creationResult(verdicts[index], outcomes.get(id)));
  });
}

type Outcomes = ReadonlyMap<string, string | Refusal>;

async function decide(
  tx: Transaction,
  wanted: readonly WantedDefense[],
  { deps, now }: { deps: DisputeDeps; now: number },
): Promise<Outcomes> {
  if (wanted.length === 0) return new Map();
  const rows = await selectDisputes(tx, { keys: wanted.map(keyOf) });
  const chargeIds = new Map(rows.map((row) => [row.id, row.charge_id]));
  const charges = rows.map((row) => {
    const { merchant_id: merchantId, environment, charge_id: id } = row;
    return { merchantId, environment, id };
  });
  const { result, changed } = await changeDisputes(tx, deps, { charges, now }, (book) => {
    const decisions = wanted.map((defense) => {
      const chargeId = chargeIds.get(defense.request.disputeId) ?? '';
      return { ...defense, decision: defend(book, chargeId, defense.request) };
    });
    const accepted = decisions.flatMap(({ id, request, decision }) =>
      decision instanceof Refusal ? [] : [newDefense(id, request, decision)],
    );
    // Before the disputes are read for their events.
    insertDefenses(tx, accepted, new Date(now));
    return decisions;
  });
  for (const { request, decision } of result) {
    if (!(decision instanceof Refusal)) recordDefense(tx, request, now);
  }
  const outcomes = new Map<string, string | Refusal>();
  const written: WrittenDefense[] = [];
  for (const { id, decision, request } of result) {
    const dispute = changed.get(request.disputeId);
    if (decision instanceof Refusal) outcomes.set(id, decision);
    else if (dispute) {
      outcomes.set(id, JSON.stringify(disputeView(dispute)));
      written.push({ id, dispute });
    }
  }
  writeAnswers(tx, written);
  return outcomes;
}

function defend(
  book: DisputeBook,
  chargeId: string,
  { caller, disputeId }: DefenseRequest,
): LockedDispute | Refusal {
  const dispute = book.charges.get(chargeId)?.disputes.find(({ row }) => row.id === disputeId);
  const row = dispute?.row;
  // The book also has the disputes of the other requests of the batch.
  const isOwn = row?.merchant_id === caller.merchantId && row.environment === caller.environment;
  if (!dispute || !row || !isOwn) return new Refusal('dispute_not_found');
  if (!isOpen(row.status)) return new Refusal('dispute_closed');
  if (row.status === 'in_defense') return new Refusal('dispute_already_defended');
  if (row.defense_due_at !== null && book.now > row.defense_due_at) {
    return new Refusal('dispute_defense_too_late');
  }
  row.status = 'in_defense';
  dispute.isChanged = true;
  return dispute;
}

/** A worker sends the defence of a dispute that the bank lists; others have arrived already. */
function newDefense(
  id: string,
  { caller, by, text }: DefenseRequest,
  { row }: LockedDispute,
): NewDefense {
  const { merchant_id: merchantId, environment, id: disputeId } = row;
  const status = row.bank === null ? 'sent' : 'waiting';
  const clientId = by ? null : caller.clientId;
  return { merchantId, environment, id, disputeId, text, status, clientId };
}

function releaseRefused(
  tx: Transaction,
  wanted: readonly WantedDefense[],
  outcomes: Outcomes,
): void {
  const refused = wanted.filter(({ id }) => outcomes.get(id) instanceof Refusal);
  releaseKeys(
    tx,
    refused.flatMap(({ id, request }) => {
      const key = keyedRequestOf(request);
      return key ? [{ ...key, resourceId: id }] : [];
    }),
  );
}

/** Records the person who wrote a defence in the panel. */
function recordDefense(tx: Transaction, { caller, by, disputeId }: DefenseRequest, now: number) {
  const { merchantId, environment } = caller;
  const change = { action: 'dispute.defended' as const, merchantId, subject: disputeId };
  if (by) recordChange(tx, by, { ...change, details: { environment } }, now);
}

function keyOf({ request: { caller, disputeId } }: WantedDefense) {
  return { merchantId: caller.merchantId, environment: caller.environment, id: disputeId };
}

function answerOf(answer: DefenseAnswer): string {
  const { text, createdAt, wasSentAtOnce: isSent } = answer;
  const view = disputeView({
    id: answer.disputeId,
    chargeId: answer.chargeId,
    endToEndId: answer.endToEndId,
    reason: answer.reason,
    status: 'in_defense',
    amount: answer.amount,
    blocked: answer.blocked,
    returned: answer.returned,
    openedAt: answer.openedAt,
    defenseDueAt: answer.defenseDueAt,
    closedAt: null,
    defense: {
      text,
      createdAt,
      failure: null,
      status: isSent ? 'sent' : 'waiting',
      sentAt: isSent ? createdAt : null,
    },
  });
  return JSON.stringify(view);
}

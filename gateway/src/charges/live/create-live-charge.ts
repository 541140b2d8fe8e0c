import type { BankCharge, ReceivingBank } from '#src/bank/live-bank.ts';
import type { Clock } from '#src/ground/clock.ts';
import type { Database } from '#src/ground/database/database.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { claimKeys, type Verdict } from '#src/ground/idempotency/claim-keys.ts';
import { type CreatedResource, keyedRequestOf } from '#src/ground/idempotency/create-under-keys.ts';
import { shareAnswers } from '#src/ground/idempotency/share-answers.ts';
import { waitForAnswer } from '#src/ground/idempotency/wait-for-answer.ts';
import type { BatchResult } from '#src/ground/work/batcher.ts';
import { readChargeAnswers } from '../charge-answers.ts';
import { claimForCharges } from '../charge-owner.ts';
import { type ChargeRequest, type PlannedCharge, planCharges } from '../plan-charges.ts';
import { bankMissing } from './bank-answer.ts';
import { type ChargeDraft, draftOf, registerDraft } from './charge-draft.ts';
import { insertDrafts } from './charge-draft-store.ts';
import type { RegisteredDraft } from './finish-drafts.ts';
import { carryOut } from './intent.ts';

/** The result of a request before the bank is asked. */
export type Drafted =
  | { readonly kind: 'drafted'; readonly draft: ChargeDraft }
  | { readonly kind: 'replay'; readonly body: string }
  /** Another request with the key is waiting for the bank, or its process crashed meanwhile. */
  | { readonly kind: 'in_progress' };

export interface DraftDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly bankLeaseMs: number;
}

/**
 * Writes drafts of requests and claims their keys, in one transaction, before the bank is asked.
 * Refuses what `planCharges`, `claimKeys` and `claimForCharges` refuse.
 */
export function draftCharges(
  deps: DraftDeps,
  requests: readonly ChargeRequest[],
): Promise<readonly BatchResult<Drafted>[]> {
  return shareAnswers(requests, {
    keyedOf: keyedRequestOf,
    run: (firsts) => draftAll(deps, firsts),
    replayOf: (drafted) => (drafted.kind === 'drafted' ? { kind: 'in_progress' } : drafted),
  });
}

async function draftAll(
  deps: DraftDeps,
  requests: readonly ChargeRequest[],
): Promise<readonly BatchResult<Drafted>[]> {
  const now = deps.clock.now();
  return deps.database.transaction(async (tx) => {
    const planned = await planCharges(tx, requests, now);
    const drafts = requests.map((request, index) => {
      const plan = planned[index];
      if (plan === undefined) throw new Error('a request has no plan');
      return { keyed: keyedRequestOf(request), draft: asDraft(plan, request) };
    });
    const verdicts = await claimKeys(
      tx,
      drafts.map(({ keyed, draft }) => ({ keyed, plan: planOf(draft) })),
      { now, read: readChargeAnswers },
    );
    const accepted = requests.flatMap((request, index) => {
      const draft = drafts[index]?.draft;
      const isDraft = verdicts[index]?.kind === 'create' && draft && !(draft instanceof Refusal);
      return isDraft ? [{ id: draft.key.id, request }] : [];
    });
    const refusals = await claimForCharges(tx, accepted, now);
    const results = verdicts.map((verdict, index) =>
      resultOf(verdict, drafts[index]?.draft, refusals),
    );
    insertDrafts(tx, results.flatMap(draftIn), {
      at: new Date(now),
      // By then the request has the bank's answer, or its process has ended.
      dueAt: new Date(now + deps.bankLeaseMs),
    });
    return results;
  });
}

function asDraft(plan: PlannedCharge | Refusal, request: ChargeRequest): ChargeDraft | Refusal {
  return plan instanceof Refusal ? plan : draftOf(plan, request);
}

function planOf(draft: ChargeDraft | Refusal) {
  return draft instanceof Refusal ? { refusal: draft } : { resourceId: draft.key.id };
}

function resultOf(
  verdict: Verdict,
  draft: ChargeDraft | Refusal | undefined,
  refusals: ReadonlyMap<string, Refusal>,
): BatchResult<Drafted> {
  if (verdict.kind === 'refuse') return { error: verdict.refusal };
  if (verdict.kind === 'replay') {
    const { body } = verdict;
    return { value: body === undefined ? { kind: 'in_progress' } : { kind: 'replay', body } };
  }
  if (draft === undefined || draft instanceof Refusal) throw new Error('no plan was made');
  const refusal = refusals.get(draft.key.id);
  return refusal ? { error: refusal } : { value: { kind: 'drafted', draft } };
}

function draftIn(result: BatchResult<Drafted>): ChargeDraft[] {
  return 'value' in result && result.value.kind === 'drafted' ? [result.value.draft] : [];
}

export interface LiveChargeDeps {
  readonly database: Database;
  readonly clock: Clock;
  /** Undefined when no bank is configured. */
  readonly bank: ReceivingBank | undefined;
  readonly draft: (request: ChargeRequest) => Promise<Drafted>;
  readonly finish: (registered: RegisteredDraft) => Promise<string | undefined>;
  /** False when another process has ended the draft. */
  readonly abandon: (draft: ChargeDraft) => Promise<boolean>;
}

/**
 * Creates a live charge: writes a draft, registers it at the bank outside any transaction, then
 * makes it a charge. When the bank gives no clear answer, the worker asks later by the same txid,
 * and a repeat under the same key gets the answer. Refuses `provider_unavailable`,
 * `provider_refused`, `idempotency_in_progress`, and what `planCharges` refuses.
 */
export async function createLiveCharge(
  deps: LiveChargeDeps,
  request: ChargeRequest,
): Promise<CreatedResource> {
  const { bank } = deps;
  if (!bank) throw bankMissing();
  const drafted = await deps.draft(request);
  if (drafted.kind === 'replay') return { body: drafted.body, isReplay: true };
  if (drafted.kind === 'in_progress') {
    const again = () => createLiveCharge(deps, request);
    return waitForAnswer({ ...deps, read: readChargeAnswers, create: again }, request);
  }
  const { draft } = drafted;
  const body = await carryOut<BankCharge, string>({
    ask: () => registerDraft(bank, draft),
    finish: ({ code }) => deps.finish({ draft, code }),
    withdraw: () => deps.abandon(draft),
    endsUnsent: true,
    refused: ({ message }) => new Refusal('provider_refused', { reason: message }),
  });
  return { body, isReplay: false };
}

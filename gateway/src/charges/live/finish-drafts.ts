import type { ReceivingBank } from '#src/bank/live-bank.ts';
import type { Outcome } from '#src/bank/outcome.ts';
import type { Clock } from '#src/ground/clock.ts';
import type { Database } from '#src/ground/database/database.ts';
import { releaseKeys } from '#src/ground/idempotency/claim-keys.ts';
import type { Logger } from '#src/ground/log.ts';
import { centavos } from '#src/ground/money/centavos.ts';
import type { BatchResult } from '#src/ground/work/batcher.ts';
import { chargeOwners } from '../charge-owner.ts';
import { selectCharges } from '../charge-store.ts';
import { recordChargeCreation, storeCharges } from '../store-charges.ts';
import { bodyOf, type ChargeDraft, kindOfDraft, ownedByDraft } from './charge-draft.ts';
import { claimDueDrafts, deleteDrafts } from './charge-draft-store.ts';
import { carryOn, settleIntents } from './intent.ts';

const NEVER_REGISTERED: Outcome<never> = {
  kind: 'refused',
  refusal: { code: 'not_found', message: '', bankWords: '' },
};

/** A draft that the bank has registered, with the code that it gave. */
export interface RegisteredDraft {
  readonly draft: ChargeDraft;
  readonly code: string;
}

/**
 * Makes drafts that the bank has registered charges: each charge and its shares in one transaction.
 * A repeat under its key then finds the charge.
 * @returns the JSON of each creation; undefined for a draft that was abandoned meanwhile.
 */
export function finishDrafts(
  database: Database,
  registered: readonly RegisteredDraft[],
): Promise<readonly BatchResult<string | undefined>[]> {
  return database.transaction(async (tx) => {
    const taken = await deleteDrafts(
      tx,
      registered.map(({ draft }) => draft.key),
    );
    const mine = registered.filter(({ draft }) => taken.has(draft.key.id));
    storeCharges(
      tx,
      mine.map(({ draft, code }) => ({ rows: draft.rows, code })),
    );
    const finished = mine.map(({ draft, code }) => ({
      ...ownedByDraft(draft),
      qrcode: code,
      hasDueDate: kindOfDraft(draft) === 'due',
    }));
    for (const owner of chargeOwners()) owner.finished?.(tx, finished);
    for (const { draft } of mine) recordChargeCreation(tx, draft.by, createdChargeOf(draft));
    const others = registered.filter(({ draft }) => !taken.has(draft.key.id));
    const earlier = await selectCharges(
      tx,
      others.map(({ draft }) => draft.key),
    );
    const existing = new Set([...taken, ...earlier.map(({ id }) => id)]);
    return registered.map(({ draft, code }) => ({
      value: existing.has(draft.key.id) ? bodyOf(draft, code) : undefined,
    }));
  });
}

function createdChargeOf({ key, order, created }: ChargeDraft) {
  const createdAt = Date.parse(created.created_at);
  return { ...key, amount: centavos(order.amountCentavos), createdAt };
}

/**
 * Deletes drafts that the bank has not registered and will not register, and gives back their keys
 * and what the owners of charges claimed for them.
 * @returns for each draft whether it was still there; else another process has ended it
 */
export function abandonDrafts(
  database: Database,
  drafts: readonly ChargeDraft[],
): Promise<readonly BatchResult<boolean>[]> {
  return database.transaction(async (tx) => {
    const taken = await deleteDrafts(
      tx,
      drafts.map(({ key }) => key),
    );
    releaseKeys(
      tx,
      drafts.flatMap(({ key, idempotencyKey }) =>
        taken.has(key.id) && idempotencyKey !== null
          ? [{ ...key, key: idempotencyKey, resourceId: key.id }]
          : [],
      ),
    );
    const deleted = drafts.filter(({ key }) => taken.has(key.id));
    for (const { released } of chargeOwners()) released?.(tx, deleted.map(ownedByDraft));
    return drafts.map(({ key }) => ({ value: taken.has(key.id) }));
  });
}

/**
 * Asks the bank by its txid about each draft that a timeout or a crash left open, and makes it a
 * charge or deletes it. Registers nothing a second time. A draft that fails is set aside, and the
 * others go on.
 * @returns whether there may be more.
 */
export function settleDrafts(deps: {
  readonly database: Database;
  readonly clock: Clock;
  readonly bank: ReceivingBank;
  /** The lease of a draft: longer than a request to the bank may take. */
  readonly bankLeaseMs: number;
  readonly logger: Logger;
}): Promise<boolean> {
  const { database, bank } = deps;
  return settleIntents(deps, {
    claim: (lease) => claimDueDrafts(database, lease),
    chargeOf: ({ key }) => key.id,
    settle: (draft) =>
      carryOn<string>({
        ask: () => findDraft(bank, draft),
        finish: (code) => finishDrafts(database, [{ draft, code }]),
        async withdraw() {
          const [result] = await abandonDrafts(database, [draft]);
          return result !== undefined && 'value' in result && result.value;
        },
      }),
  });
}

/** The code of a draft's charge at the bank; `refused` when the bank has no such charge. */
async function findDraft(bank: ReceivingBank, draft: ChargeDraft): Promise<Outcome<string>> {
  const outcome = await bank.findCharge(draft.order.txid, kindOfDraft(draft));
  // Asking again would give the same answer: operators see the item.
  if (outcome.kind === 'unknown' && outcome.isUnreadable) throw new Error(outcome.reason);
  // A refused search doesn't say that the charge doesn't exist: its key and txid stay taken.
  if (outcome.kind === 'refused') throw new Error(outcome.refusal.message);
  if (outcome.kind !== 'done') return outcome;
  const code = outcome.value?.code;
  return code === undefined ? NEVER_REGISTERED : { kind: 'done', value: code };
}

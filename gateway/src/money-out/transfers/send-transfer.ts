import { findMerchants } from '#src/accounts/merchants/find-merchant.ts';
import { isUsername } from '#src/accounts/merchants/merchant.ts';
import type { Actor } from '#src/ground/access/actor.ts';
import type { Environment } from '#src/ground/access/ledger-scope.ts';
import { type Merchant, refuseSandbox } from '#src/ground/access/merchant.ts';
import { recordCreation } from '#src/ground/audit/record-creation.ts';
import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import type { DatabaseAndClock } from '#src/ground/database-and-clock.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { fieldText } from '#src/ground/errors/texts/field-text.ts';
import { claimKeys } from '#src/ground/idempotency/claim-keys.ts';
import { type CreatedResource, replayed } from '#src/ground/idempotency/create-under-keys.ts';
import type { IdempotencyKey } from '#src/ground/idempotency/idempotency-key.ts';
import type { AnswerReader } from '#src/ground/idempotency/read-answers.ts';
import { createId } from '#src/ground/ids.ts';
import type { Centavos } from '#src/ground/money/centavos.ts';
import { accounts } from '#src/ledger/chart-of-accounts.ts';
import { lockForPosting } from '#src/ledger/post.ts';
import { transferReceived, transferSent } from '#src/ledger/posting.ts';
import { refuseStopped } from '../payouts/stop/stop-payouts.ts';
import { type Transfer, transferView } from './transfer.ts';
import { insertTransfer, selectSentTransfers } from './transfer-store.ts';

const WITHOUT_BALANCE = fieldText((texts) => texts.transferWithoutBalance);

/** A transfer as a person requests it at the panel. */
export interface TransferRequest {
  readonly sender: Merchant;
  readonly environment: Environment;
  readonly idempotency: IdempotencyKey;
  readonly username: string;
  readonly amount: Centavos;
  readonly description: string | null;
  readonly by: Actor;
}

/**
 * Moves money to another merchant. The postings of both scopes, the transfer and the line of the
 * audit log are one transaction. Refuses `sandbox_forbidden`, `self_transfer`,
 * `recipient_not_found`, `transfers_stopped`, `insufficient_balance`, `balance_limit_reached`, and
 * what the idempotency key refuses.
 */
export async function sendTransfer(
  { database, clock }: DatabaseAndClock,
  request: TransferRequest,
): Promise<CreatedResource> {
  const { sender, environment } = request;
  refuseSandbox(sender);
  const { merchantId } = sender;
  const now = clock.now();
  const keyed = { merchantId, environment, ...request.idempotency };
  const planned = await planTransfer(database, request, now);
  return database.transaction(async (tx) => {
    const plan = planned instanceof Refusal ? { refusal: planned } : { resourceId: planned.id };
    // A key that is in use answers first: a replay must not depend on the recipient's status today.
    const [verdict] = await claimKeys(tx, [{ keyed, plan }], { now, read: readTransferAnswers });
    if (verdict?.kind === 'replay') return replayed(verdict);
    if (verdict?.kind === 'refuse') throw verdict.refusal;
    if (planned instanceof Refusal) throw planned;
    await refuseStopped(tx, planned);
    // The refusal rolls the claim of the key back too.
    if (!(await postTransfer(tx, planned, now))) {
      throw new Refusal('insufficient_balance', { reason: WITHOUT_BALANCE });
    }
    insertTransfer(tx, { ...planned, recipientId: planned.recipient.merchantId });
    const details = { recipient: planned.recipient.username };
    recordCreation(tx, request.by, planned, { action: 'transfer.sent', details });
    return { body: transferAnswer(planned), isReplay: false };
  });
}

/** The planned transfer, or the refusal of its recipient. */
async function planTransfer(
  database: Queryable,
  request: TransferRequest,
  now: number,
): Promise<Transfer | Refusal> {
  try {
    const recipient = await findRecipient(database, request.sender, request.username);
    return transferOf(request, recipient, now);
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

/**
 * Finds the recipient of a transfer. Refuses `self_transfer`, and `recipient_not_found` with the
 * same message for a username that doesn't exist, is not active or is the sandbox.
 */
export async function findRecipient(
  database: Queryable,
  sender: Merchant,
  username: string,
): Promise<Merchant> {
  if (username === sender.username) throw new Refusal('self_transfer');
  // A text that is no username may have characters that the database refuses.
  const merchants = isUsername(username) ? await findMerchants(database, [username]) : undefined;
  const recipient = merchants?.get(username);
  if (recipient?.status !== 'active' || recipient.isSandbox) {
    throw new Refusal('recipient_not_found');
  }
  return recipient;
}

function transferOf(request: TransferRequest, recipient: Merchant, now: number): Transfer {
  const { sender, environment, amount, description } = request;
  return {
    merchantId: sender.merchantId,
    environment,
    id: createId(now),
    sender,
    recipient,
    amount,
    description,
    createdAt: now,
  };
}

async function postTransfer(tx: Transaction, transfer: Transfer, now: number): Promise<boolean> {
  const { environment, id: referenceId, amount } = transfer;
  const scopes = [transfer.sender, transfer.recipient].map(({ merchantId }) => ({
    merchantId,
    environment,
    isSandbox: false,
    accounts: [accounts.available, accounts.bank],
  }));
  const locked = await lockForPosting(tx, scopes);
  const subjectOf = ({ merchantId }: { merchantId: string }) => ({
    merchantId,
    environment,
    referenceId,
  });
  if (!locked.add(transferSent(subjectOf(transfer.sender), amount))) return false;
  locked.add(transferReceived(subjectOf(transfer.recipient), amount));
  locked.write(now);
  return true;
}

/** The JSON of a transfer's creation, for its sender. */
function transferAnswer(transfer: Transfer): string {
  return JSON.stringify(transferView(transfer, transfer.merchantId));
}

/**
 * Reads the answers of transfers' creations. They show the recipient's username and name, which no
 * statement changes.
 */
const readTransferAnswers: AnswerReader = async (database, resources) => {
  const transfers = await selectSentTransfers(database, { keys: resources });
  return new Map(transfers.map((transfer) => [transfer.id, transferAnswer(transfer)]));
};

import { findMerchantById } from '#src/accounts/merchants/find-merchant.ts';
import type { Actor } from '#src/ground/access/actor.ts';
import { recordChange } from '#src/ground/audit/record-change.ts';
import type { Queryable, Transaction } from '#src/ground/database/database.ts';
import { DAY_MS } from '#src/ground/durations.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import type { ClosingRecipient } from './closing-mail.ts';
import { currentFirstDay, dueAfter } from './closing-period.ts';
import {
  deleteRecipient,
  lockClosings,
  markConfirmed,
  saveMailing,
  selectMailings,
  selectRecipients,
} from './closing-recipient-store.ts';
import type { ClosingDeps } from './name-recipients.ts';
import { isTagOf, type ParsedCode, parseCode } from './recipient-code.ts';

/** How long an address may confirm after the mail. */
const CONFIRM_MS = 7 * DAY_MS;

/** A recipient as the link in its mail shows it. */
export interface OpenedRecipient extends ClosingRecipient {
  readonly merchantName: string;
}

/** Reads the recipient of a link. Refuses `link_invalid`, also after the 7 days to confirm. */
export async function openRecipient(deps: ClosingDeps, code: string): Promise<OpenedRecipient> {
  const { parsed, recipient } = await findRecipient(deps, deps.database, code);
  refuseLate(recipient, deps.clock.now());
  const merchant = await findMerchantById(deps.database, parsed.merchantId);
  if (!merchant) throw new Refusal('link_invalid');
  return { ...recipient, merchantName: merchant.name };
}

/**
 * Confirms an address. It gets the closing of the month in which it was named, and weeks and days
 * from the current one on. A repetition changes nothing. Refuses `link_invalid`.
 */
export function confirmRecipient(deps: ClosingDeps, code: string, address: string): Promise<void> {
  return change(deps, code, async (tx, { parsed, recipient }) => {
    const now = deps.clock.now();
    refuseLate(recipient, now);
    if (recipient.confirmedAt !== null) return;
    const { merchantId, id } = parsed;
    markConfirmed(tx, { merchantId, id, confirmedAt: now });
    for (const [period, kept] of await selectMailings(tx, parsed)) {
      const firstDay = period === 'month' ? kept : currentFirstDay(period, now);
      const dueAt = dueAfter(period, firstDay);
      saveMailing(tx, { merchantId, id, period, firstDay, dueAt });
    }
    record(tx, { parsed, recipient }, { action: 'closing.address_confirmed', address, now });
  });
}

/** Ends the mails to an address. Refuses `link_invalid`, also when they have ended. */
export function stopRecipient(deps: ClosingDeps, code: string, address: string): Promise<void> {
  return change(deps, code, async (tx, found) => {
    deleteRecipient(tx, found.parsed);
    const now = deps.clock.now();
    record(tx, found, { action: 'closing.address_stopped', address, now });
  });
}

interface Found {
  readonly parsed: ParsedCode;
  readonly recipient: ClosingRecipient;
}

async function change(
  deps: ClosingDeps,
  code: string,
  work: (tx: Transaction, found: Found) => Promise<void>,
): Promise<void> {
  await findRecipient(deps, deps.database, code);
  await deps.database.transaction(async (tx) => {
    const { merchantId } = parseCode(code) ?? {};
    if (merchantId !== undefined) await lockClosings(tx, merchantId);
    await work(tx, await findRecipient(deps, tx, code));
  });
}

/** The recipient of a code. Refuses `link_invalid`. */
async function findRecipient(
  { readKey }: ClosingDeps,
  database: Queryable,
  code: string,
): Promise<Found> {
  const parsed = parseCode(code);
  if (parsed) {
    const key = await readKey();
    const recipients = await selectRecipients(database, parsed.merchantId);
    const recipient = recipients.find(({ id }) => id === parsed.id);
    if (recipient && isTagOf(key, parsed, recipient.email)) return { parsed, recipient };
  }
  throw new Refusal('link_invalid');
}

function refuseLate({ confirmedAt, invitedAt }: ClosingRecipient, now: number): void {
  if (confirmedAt === null && now > invitedAt + CONFIRM_MS) throw new Refusal('link_invalid');
}

function record(
  tx: Transaction,
  { parsed: { merchantId }, recipient: { email } }: Found,
  change: {
    readonly action: 'closing.address_confirmed' | 'closing.address_stopped';
    readonly address: string;
    readonly now: number;
  },
): void {
  const { action, address, now } = change;
  const by: Actor = { kind: 'merchant', id: null, name: email, address };
  recordChange(tx, by, { action, merchantId, subject: email }, now);
}

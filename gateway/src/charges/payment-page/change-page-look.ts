import { createHash } from 'node:crypto';
import type { Actor } from '#src/ground/access/actor.ts';
import { recordChange } from '#src/ground/audit/record-change.ts';
import type { Clock } from '#src/ground/clock.ts';
import type { Database, Queryable } from '#src/ground/database/database.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { fieldText } from '#src/ground/errors/texts/field-text.ts';
import { isReturnUrl } from '#src/ground/http/return-url.ts';
import { type LogoContent, readLogo } from './logo-image.ts';
import { EMPTY_LOOK, type PageLook } from './page-look.ts';
import { deleteLogo, saveLogo, saveLook, selectLogo, selectLook } from './page-look-store.ts';

const HASH_LENGTH = 16;

export interface PageLookDeps {
  readonly database: Database;
  readonly clock: Clock;
}

/** Reads how a merchant's pages look. */
export async function readLook(database: Queryable, merchantId: string): Promise<PageLook> {
  return (await selectLook(database, { merchantId })) ?? EMPTY_LOOK;
}

/**
 * Changes everything but the logo. Refuses `invalid_request` for an address of return that is not
 * https or has a user name.
 */
export async function changeLook(
  { database, clock }: PageLookDeps,
  merchantId: string,
  { look, by }: { look: Omit<PageLook, 'logo'>; by: Actor },
): Promise<void> {
  checkReturnUrl(look.returnUrl);
  await database.transaction(async (tx) => {
    saveLook(tx, { ...look, merchantId });
    const details = {
      description: look.description,
      color: look.color,
      return_url: look.returnUrl,
      support_contact: look.supportContact,
      may_renew: look.mayRenew,
    };
    const change = {
      action: 'payment_page.changed' as const,
      merchantId,
      subject: merchantId,
      details,
    };
    recordChange(tx, by, change, clock.now());
  });
}

function checkReturnUrl(unchecked: string | null): void {
  if (unchecked === null || isReturnUrl(unchecked)) return;
  const message = fieldText(({ httpsAddress }) => httpsAddress);
  throw new Refusal('invalid_request', { fields: [{ field: 'return_url', message }] });
}

/** Sets a merchant's logo. Refuses `logo_invalid`. */
export async function changeLogo(
  { database, clock }: PageLookDeps,
  merchantId: string,
  { content: sent, by }: { content: Buffer; by: Actor },
): Promise<void> {
  const { content, type, width, height } = readLogo(sent);
  const hash = createHash('sha256').update(content).digest('base64url').slice(0, HASH_LENGTH);
  await database.transaction(async (tx) => {
    saveLogo(tx, { merchantId, content, type, hash, width, height });
    const details = { type, width, height, bytes: content.length };
    const change = {
      action: 'payment_page.logo_set' as const,
      merchantId,
      subject: merchantId,
      details,
    };
    recordChange(tx, by, change, clock.now());
  });
}

/** Removes a merchant's logo. Does nothing when it has none. */
export async function removeLogo(
  { database, clock }: PageLookDeps,
  merchantId: string,
  by: Actor,
): Promise<void> {
  await database.transaction(async (tx) => {
    if ((await deleteLogo(tx, { merchantId })) === 0) return;
    const change = {
      action: 'payment_page.logo_removed' as const,
      merchantId,
      subject: merchantId,
    };
    recordChange(tx, by, { ...change, details: {} }, clock.now());
  });
}

/** A merchant's logo with its bytes; undefined if there is none. */
export function openLogo(
  database: Queryable,
  merchantId: string,
): Promise<LogoContent | undefined> {
  return selectLogo(database, { merchantId });
}

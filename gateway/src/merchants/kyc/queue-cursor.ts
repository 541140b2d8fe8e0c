import { invalidCursor } from '#src/platform/http/page-cursor.ts';
import { isId } from '#src/platform/ids.ts';
import type { QueuePlace } from './kyc-queue-store.ts';

const PLACE = /^(\d{1,15}) (\S+)$/;

/** A place in the queue, as an operator takes it to the next page. */
export function cursorOfPlace({ statusSince, applicationId }: QueuePlace): string {
  return Buffer.from(`${statusSince} ${applicationId}`).toString('base64url');
}

/** The place of a cursor. Refuses `invalid_request` for a text that is not such a cursor. */
export function placeOfCursor(cursor: string): QueuePlace {
  const text = Buffer.from(cursor, 'base64url').toString('latin1');
  const [, statusSince = '', applicationId = ''] = PLACE.exec(text) ?? [];
  if (isId(applicationId)) return { statusSince: Number(statusSince), applicationId };
  throw invalidCursor();
}

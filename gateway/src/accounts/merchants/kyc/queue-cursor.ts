import { invalidCursor } from '#src/ground/http/page-cursor.ts';
import { isId } from '#src/ground/ids.ts';
import type { QueuePosition } from './kyc-application.ts';

const POSITION = /^(\d{1,15}) (\S+)$/;

/** The cursor of the page that starts after a position of the queue. */
export function cursorOfPosition({ statusSince, applicationId }: QueuePosition): string {
  return Buffer.from(`${statusSince} ${applicationId}`).toString('base64url');
}

/** The position of a cursor. Refuses `invalid_request` for a text that is not such a cursor. */
export function positionOfCursor(cursor: string): QueuePosition {
  const text = Buffer.from(cursor, 'base64url').toString('latin1');
  const [, statusSince = '', applicationId = ''] = POSITION.exec(text) ?? [];
  if (isId(applicationId)) return { statusSince: Number(statusSince), applicationId };
  throw invalidCursor();
}

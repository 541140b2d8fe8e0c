import type { Transaction } from '#src/platform/database.ts';
import { createId } from '#src/platform/ids.ts';
import type { Actor } from './actor.ts';
import { insertChange } from './audit-store.ts';

/** A change of something that a merchant or an operator owns. Never holds a secret. */
export interface Change {
  /** What was done, `noun.verb` in the past: `credential.created`. */
  readonly action: string;
  /** Whose account was changed; null for the platform's own. */
  readonly merchantId: string | null;
  /** The id or name of what was changed. */
  readonly subject: string;
  readonly details?: Readonly<Record<string, string | number | boolean | null>>;
}

/** Writes a change into the audit log, in the transaction of the change itself. */
export function recordChange(tx: Transaction, by: Actor, change: Change, at: number): void {
  insertChange(tx, { id: createId(at), actor: by, change, at });
}

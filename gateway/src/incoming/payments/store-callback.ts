import type { Clock } from '#src/ground/clock.ts';
import type { Queryable } from '#src/ground/database/database.ts';
import { createId } from '#src/ground/ids.ts';
import { insertCallback } from './callback-store.ts';

/** Stores the body of a bank's call-back unchanged. The worker parses and handles it later. */
export async function storeCallback(
  { database, clock }: { readonly database: Queryable; readonly clock: Clock },
  { bank, body }: { readonly bank: string; readonly body: string },
): Promise<void> {
  const at = clock.now();
  await insertCallback(database, { id: createId(at), bank, body, at: new Date(at) });
}

import type { Transaction } from '#src/ground/database/database.ts';
import * as f from '#src/ground/database/fields.ts';
import { countRows, maybeOne, paramsOf, send, sql } from '#src/ground/database/sql.ts';
import { RESTORATION, type Restoration } from './restoration.ts';

const $ = paramsOf({ ...RESTORATION, at: f.instant, by: f.text });

const insert = countRows(
  'restoration_insert',
  sql`insert into restorations (restored_at, reached_at, backup)
    values (${$.restoredAt}, least(${$.reachedAt}::timestamptz, ${$.restoredAt}), ${$.backup})
    on conflict (restored_at) do nothing
    returning backup`,
);

// The restored copy may have an older restoration that was open: the new one replaces it.
const closeOlder = send(
  'restoration_close_older',
  sql`update restorations set confirmed_at = ${$.restoredAt}, confirmed_by = 'gateway'
    where confirmed_at is null and restored_at < ${$.restoredAt}`,
);

/** Inserts a restoration; false when it was inserted before. */
export async function insertRestoration(
  tx: Transaction,
  restoration: Restoration,
): Promise<boolean> {
  closeOlder(tx, restoration);
  return (await insert(tx, restoration)) > 0;
}

export const selectOpenRestoration = maybeOne(
  'restoration_open',
  RESTORATION,
  sql`select backup, reached_at, restored_at from restorations where confirmed_at is null`,
);

/** Confirms an open restoration; 0 when it is not open. */
export const updateConfirmed = countRows(
  'restoration_confirm',
  sql`update restorations set confirmed_at = greatest(${$.at}::timestamptz, restored_at),
      confirmed_by = ${$.by}
    where restored_at = ${$.restoredAt} and confirmed_at is null returning backup`,
);

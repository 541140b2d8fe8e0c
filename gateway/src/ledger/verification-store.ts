import type { Queryable } from '#src/ground/database/database.ts';
import * as f from '#src/ground/database/fields.ts';
import {
  countRows,
  many,
  maybeOne,
  one,
  param,
  paramsOf,
  run,
  send,
  shaped,
  sql,
} from '#src/ground/database/sql.ts';

/** The result of one rule. Bigints of the database are texts, because it is stored as JSON. */
export interface VerifiedLaw {
  readonly law: string;
  readonly checked: number;
  readonly differences: readonly Readonly<Record<string, unknown>>[];
}

const LAWS = f.json<readonly VerifiedLaw[]>();
const KEY = { id: f.uuid, isFull: f.bool };
const VERIFICATION = {
  ...KEY,
  day: f.orNull(f.day),
  status: f.textOf<'waiting' | 'running' | 'done'>(),
  askedAt: f.instant,
  startedAt: f.orNull(f.instant),
  finishedAt: f.orNull(f.instant),
  isClean: f.orNull(f.bool),
  laws: f.orNull(LAWS),
};
const $ = paramsOf({ ...VERIFICATION, at: f.instant, holder: f.uuid, isNew: f.bool });

/** Inserts a verification that waits; one for a day only when there is none. */
export const insertVerification = run(
  'verification_insert',
  sql`insert into ledger_verifications (id, day, status, asked_at, is_full)
    values (${$.id}, ${$.day}::date, 'waiting', ${$.at}, ${$.isFull}) on conflict do nothing`,
);

// The caller holds the lease, so a verification with the status running has lost its process.
/** Claims the oldest verification that is not done; undefined when there is none. */
export const claimVerification = maybeOne(
  'verification_claim',
  KEY,
  sql`update ledger_verifications set status = 'running', started_at = ${$.at}
    where id = (
      select id from ledger_verifications
      where status <> 'done' order by id limit 1 for update skip locked
    )
    returning id, is_full`,
);

/** Writes the result of a verification and marks it as done. */
export const finishVerification = send(
  'verification_finish',
  sql`update ledger_verifications
    set status = 'done', finished_at = ${$.at}, is_clean = ${param('isClean', f.bool)},
      laws = ${param('laws', LAWS)} where id = ${$.id}`,
);

/** The last verifications, newest first. */
export const selectVerifications = many(
  'verification_list',
  VERIFICATION,
  sql`select id, day::text, status, asked_at, started_at, finished_at, is_clean, is_full,
      laws
    from ledger_verifications order by id desc limit ${param('limit', f.count)}`,
);

/** Whether a verification waits or runs; with `isFull`, only full ones count. */
export const isVerificationOpen = one(
  'verification_is_open',
  shaped({ isOpen: f.bool }, ({ isOpen }) => isOpen),
  sql`select exists (
      select from ledger_verifications where status <> 'done' and (is_full or not ${$.isFull})
    ) as is_open`,
);

const holdLeaseRow = countRows(
  'verification_hold_lease',
  sql`update ledger_verification_lease
    set holder = ${$.holder},
      held_until = now() + ${param('seconds', f.double)} * interval '1 second'
    where (${$.isNew} and held_until < now()) or (not ${$.isNew} and holder = ${$.holder})
    returning holder`,
);

/** Takes the lease, or renews it for its holder. Returns false when another process has it. */
export async function holdLease(
  database: Queryable,
  lease: Parameters<typeof holdLeaseRow>[1],
): Promise<boolean> {
  return (await holdLeaseRow(database, lease)) === 1;
}

/** Ends the lease of a holder; nothing happens when another process has it. */
export const releaseLease = run(
  'verification_release_lease',
  sql`update ledger_verification_lease set held_until = '-infinity' where holder = ${$.holder}`,
);

/** Whether a process holds the lease now. */
export const isLeased = one(
  'verification_is_leased',
  shaped({ isLeased: f.bool }, (row) => row.isLeased),
  sql`select held_until > now() as is_leased from ledger_verification_lease`,
);

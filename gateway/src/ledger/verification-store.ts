import type { Queryable, Transaction } from '#src/ground/database/database.ts';

const INSERT = {
  name: 'verification_insert',
  text: `insert into ledger_verifications (id, day, status, asked_at, is_full)
    values ($1, $2::date, 'waiting', $3, $4) on conflict do nothing`,
};
// The caller holds the lease, so a verification with the status running has lost its process.
const CLAIM = {
  name: 'verification_claim',
  text: `update ledger_verifications set status = 'running', started_at = $1
    where id = (
      select id from ledger_verifications
      where status <> 'done' order by id limit 1 for update skip locked
    )
    returning id, is_full`,
};
const FINISH = {
  name: 'verification_finish',
  text: `update ledger_verifications
    set status = 'done', finished_at = $2, is_clean = $3, laws = $4 where id = $1`,
};
const LIST = {
  name: 'verification_list',
  text: `select id, day::text, status, asked_at, started_at, finished_at, is_clean, is_full,
      laws
    from ledger_verifications order by id desc limit $1`,
};
const IS_OPEN = {
  name: 'verification_is_open',
  text: `select exists (
      select from ledger_verifications where status <> 'done' and (is_full or not $1)
    ) as is_open`,
};

const HOLD_LEASE = {
  name: 'verification_hold_lease',
  text: `update ledger_verification_lease
    set holder = $1, held_until = now() + $2 * interval '1 second'
    where ($3 and held_until < now()) or (not $3 and holder = $1) returning holder`,
};
const RELEASE_LEASE = {
  name: 'verification_release_lease',
  text: `update ledger_verification_lease set held_until = '-infinity' where holder = $1`,
};
const IS_LEASED = {
  name: 'verification_is_leased',
  text: 'select held_until > now() as is_leased from ledger_verification_lease',
};

/** The result of one rule. Bigints of the database are texts, because it is stored as JSON. */
export interface VerifiedLaw {
  readonly law: string;
  readonly checked: number;
  readonly differences: readonly Readonly<Record<string, unknown>>[];
}

export interface VerificationRow extends Record<string, unknown> {
  readonly id: string;
  readonly day: string | null;
  readonly status: 'waiting' | 'running' | 'done';
  readonly asked_at: number;
  readonly started_at: number | null;
  readonly finished_at: number | null;
  readonly is_clean: boolean | null;
  readonly is_full: boolean;
  readonly laws: readonly VerifiedLaw[] | null;
}

/** Inserts a verification that waits; one for a day only when there is none. */
export async function insertVerification(
  database: Queryable,
  verification: { id: string; day: string | null; at: number; isFull: boolean },
): Promise<void> {
  const { id, day, at, isFull } = verification;
  await database.query(INSERT, [id, day, new Date(at), isFull]);
}

/** Claims the oldest verification that is not done; undefined when there is none. */
export async function claimVerification(
  database: Queryable,
  at: number,
): Promise<{ id: string; isFull: boolean } | undefined> {
  const [row] = await database.query<{ id: string; is_full: boolean }>(CLAIM, [new Date(at)]);
  return row && { id: row.id, isFull: row.is_full };
}

/** Writes the result of a verification and marks it as done. */
export function finishVerification(
  tx: Transaction,
  done: { id: string; at: number; isClean: boolean; laws: readonly VerifiedLaw[] },
): void {
  tx.send(FINISH, [done.id, new Date(done.at), done.isClean, JSON.stringify(done.laws)]);
}

/** The last verifications, newest first. */
export function selectVerifications(
  database: Queryable,
  limit: number,
): Promise<VerificationRow[]> {
  return database.query<VerificationRow>(LIST, [limit]);
}

/** Whether a verification waits or runs; with `isFull`, only full ones count. */
export async function isVerificationOpen(database: Queryable, isFull: boolean): Promise<boolean> {
  const [row] = await database.query<{ is_open: boolean }>(IS_OPEN, [isFull]);
  return row?.is_open ?? false;
}

/** Takes the lease, or renews it for its holder. Returns false when another process has it. */
export async function holdLease(
  database: Queryable,
  lease: { holder: string; seconds: number; isNew: boolean },
): Promise<boolean> {
  const { holder, seconds, isNew } = lease;
  return (await database.query(HOLD_LEASE, [holder, seconds, isNew])).length === 1;
}

/** Ends the lease of a holder; nothing happens when another process has it. */
export async function releaseLease(database: Queryable, holder: string): Promise<void> {
  await database.query(RELEASE_LEASE, [holder]);
}

/** Whether a process holds the lease now. */
export async function isLeased(database: Queryable): Promise<boolean> {
  const [row] = await database.query<{ is_leased: boolean }>(IS_LEASED, []);
  return row?.is_leased ?? false;
}

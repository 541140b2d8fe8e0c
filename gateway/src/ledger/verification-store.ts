import type { Queryable, Transaction } from '#src/platform/database.ts';

const ASK = {
  name: 'verification_ask',
  text: `insert into ledger_verifications (id, day, status, asked_at)
    values ($1, $2::date, 'waiting', $3) on conflict do nothing`,
};
// One that runs for longer than an hour has lost its process.
const CLAIM = {
  name: 'verification_claim',
  text: `update ledger_verifications set status = 'running', started_at = $1
    where id = (
      select id from ledger_verifications
      where status = 'waiting'
        or (status = 'running' and started_at < $1::timestamptz - interval '1 hour')
      order by id limit 1 for update skip locked
    )
    returning id`,
};
const FINISH = {
  name: 'verification_finish',
  text: `update ledger_verifications
    set status = 'done', finished_at = $2, is_clean = $3, laws = $4 where id = $1`,
};
const LIST = {
  name: 'verification_list',
  text: `select id, day::text, status, asked_at, started_at, finished_at, is_clean, laws
    from ledger_verifications order by id desc limit $1`,
};
const IS_OPEN = {
  name: 'verification_is_open',
  text: `select exists (select from ledger_verifications where status <> 'done') as is_open`,
};

/** A law as a verification found it. Numbers of the database are texts, as JSON keeps them. */
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
  readonly laws: readonly VerifiedLaw[] | null;
}

/** Asks for a verification; for a day only once. */
export async function askForVerification(
  database: Queryable,
  verification: { id: string; day: string | null; at: number },
): Promise<void> {
  const { id, day, at } = verification;
  await database.query(ASK, [id, day, new Date(at)]);
}

/** Takes a verification that waits; undefined when none does. */
export async function claimVerification(
  database: Queryable,
  at: number,
): Promise<string | undefined> {
  const [row] = await database.query<{ id: string }>(CLAIM, [new Date(at)]);
  return row?.id;
}

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

export async function isVerificationOpen(database: Queryable): Promise<boolean> {
  const [row] = await database.query<{ is_open: boolean }>(IS_OPEN, []);
  return row?.is_open ?? false;
}

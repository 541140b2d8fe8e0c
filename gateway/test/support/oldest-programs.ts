import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { TEST_ON_CITUS } from './citus-servers.ts';

const DEBIAN = '/usr/lib/postgresql/15/bin';

/** The folder of the programs of the oldest PostgreSQL that the gateway promises to run on. */
export const PROGRAMS = process.env.TEST_POSTGRES_BIN ?? DEBIAN;

/** Why the tests on that version are skipped, or false. */
export const SKIP_WITHOUT_OLDEST = whyWithoutOldest();

function whyWithoutOldest(): string | false {
  if (TEST_ON_CITUS) return 'TEST_ON_CITUS=1 makes all databases on the cluster';
  const program = join(PROGRAMS, 'postgres');
  if (existsSync(program)) return false;
  if (process.env.TEST_POSTGRES_BIN) throw new Error(`TEST_POSTGRES_BIN: there is no ${program}`);
  return `PostgreSQL 15 is not in ${DEBIAN}, and TEST_POSTGRES_BIN is not set`;
}

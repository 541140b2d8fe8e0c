import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { readUnplaced } from '#src/ground/database/citus/cluster-facts.ts';
import { openDatabase } from '#src/ground/database/database.ts';
import { migrate } from '#src/ground/database/migrate.ts';
import {
  asCitusOwner,
  CITUS_URL,
  createDatabase,
  dropDatabase,
  joinCluster,
  SKIP_WITHOUT_CITUS,
  serversOf,
} from '../support/citus-servers.ts';
import { withDatabase } from '../support/make-database.ts';

const MIGRATIONS = join(import.meta.dirname, '../../migrations');
/** The last migration of the first version that places its tables on a cluster. */
const LAST_OF_FIRST_VERSION = '0171-functions-of-one-node.sql';

test('the tables of the first version on a cluster are migrated where they are', {
  skip: SKIP_WITHOUT_CITUS,
}, async (context) => {
  const server = CITUS_URL ?? '';
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await createDatabase(server, name);
  context.after(() => dropDatabase(server, name));
  await joinCluster((await serversOf(server)).map((address) => withDatabase(address, name)));
  const connectionString = withDatabase(asCitusOwner(server), name);
  const folder = await mkdtemp(join(tmpdir(), 'pix-gateway-migrations-'));
  context.after(() => rm(folder, { recursive: true }));
  for (const file of await readdir(MIGRATIONS)) {
    if (file <= LAST_OF_FIRST_VERSION) await cp(join(MIGRATIONS, file), join(folder, file));
  }
  const owner = openDatabase({ connectionString, connectionsMax: 1, applicationName: 'test' });
  context.after(() => owner.close());
  await migrate({ connectionString, folder: pathToFileURL(`${folder}/`) });
  assert.deepEqual(await readUnplaced(owner), []);
  const later = await migrate({ connectionString });
  assert.ok(later.includes('0210-test-clocks.sql'));
  assert.deepEqual(await readUnplaced(owner), []);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTestDatabase, run } from '../../../test/support/database-server.ts';
import { until } from '../../../test/support/gateway.ts';
import { openDatabase } from '../database/database.ts';
import { migrate } from '../database/migrate.ts';
import { openLog } from '../log.ts';
import { startJobs } from './job-runner.ts';
import { addJobs } from './jobs.ts';

test('jobs run although the first queries of the queue failed', async (context) => {
  const { ownerConnectionString: connectionString, drop } = await createTestDatabase();
  await migrate({ connectionString });
  const applicationName = 'job-runner-test';
  const database = openDatabase({ connectionString, connectionsMax: 2, applicationName });
  const done: string[] = [];
  let lines = '';
  const { logger } = openLog('error', {
    write(line: string) {
      lines += line;
    },
  });

  await run(connectionString, 'alter table graphile_worker._private_tasks rename to hidden');
  const jobs = await startJobs({
    connectionString,
    database,
    concurrency: 2,
    logger,
    handlers: {
      greet: async ({ name = '' }) => {
        done.push(name);
      },
    },
  });
  context.after(async () => {
    await jobs.stop();
    await database.close();
    await drop();
  });
  await until('the queue fails', async () => lines.includes('fetching jobs'));
  await run(connectionString, 'alter table graphile_worker.hidden rename to _private_tasks');

  await database.transaction(async (tx) => {
    addJobs(tx, [{ task: 'greet', payload: { name: 'Maria' } }]);
  });
  await until('the job runs', async () => done.length > 0);
  assert.deepEqual(done, ['Maria']);
});

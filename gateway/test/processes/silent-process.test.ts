import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { Agent, request as httpRequest } from 'node:http';
import { after, test } from 'node:test';
import { createMigratedDatabase } from '../support/database-server.ts';
import { until } from '../support/gateway.ts';
import { childrenOf, freePort, startGatewayProcess } from '../support/gateway-process.ts';
import { makeServerFolder } from '../support/server-folder.ts';

const HTTP_PROCESSES = 2;
/** Connections go to the processes about in turn: some are at the process that is not stopped. */
const CONNECTIONS = 10;

const folder = await makeServerFolder();
const database = await createMigratedDatabase();
const gateway = await startGatewayProcess({
  ...database.env,
  ENCRYPTION_KEY: randomBytes(32).toString('base64'),
  DATA_DIR: folder,
  PORT: String(await freePort()),
  PROCESSES: String(1 + HTTP_PROCESSES),
  LOG_LEVEL: 'error',
});
const { url } = gateway;
after(async () => {
  await gateway.killHard();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

/** The status of the first answer to requests over connections that are open already. */
async function metricsOver(connections: readonly Agent[]): Promise<number | undefined> {
  const ask = async (agent: Agent) => {
    const request = httpRequest(`${url}/metrics`, { agent }).on('error', () => {});
    const [answer] = await once(request.end(), 'response');
    answer.resume();
    await once(answer, 'end');
    return answer.statusCode;
  };
  return Promise.any(connections.map(ask));
}

test('a process that does not answer costs the metrics neither a 500 nor the others’ counts', async (context) => {
  const connections = Array.from(
    { length: CONNECTIONS },
    () => new Agent({ keepAlive: true, maxSockets: 1 }),
  );
  context.after(() => {
    for (const connection of connections) connection.destroy();
  });
  for (const connection of connections) assert.equal(await metricsOver([connection]), 200);
  const [stopped = 0] = childrenOf(gateway);
  process.kill(stopped, 'SIGSTOP');
  try {
    assert.equal(await metricsOver(connections), 200);
  } finally {
    process.kill(stopped, 'SIGCONT');
  }
  await until('the stopped process answers again', async () => (await fetch(`${url}/healthz`)).ok);
  for (const connection of connections) assert.equal(await metricsOver([connection]), 200);
  gateway.child.kill('SIGSTOP');
  try {
    assert.equal(await metricsOver(connections), 503);
  } finally {
    gateway.child.kill('SIGCONT');
  }
});

import type { ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createKey, createMerchant } from './merchants.ts';
import { endProcess, freePort, memoryOf, startGateway } from './processes.ts';
import { activityOf } from './processor-time.ts';
import { treeMemory } from './report.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
const CALLERS = Number(process.env.BENCH_CONNECTIONS ?? 16);
/** A process that served as long is replaced at once. */
const STABLE_MS = 12_000;
const BEFORE_MS = 1_500;
const AFTER_MS = 4_000;
/** Between an answer and the next request of a caller: the machine must not be the limit. */
const PAUSE_MS = 20;

interface Answer {
  readonly sentAt: number;
  readonly endedAt: number;
  readonly isGood: boolean;
}

/**
 * Kills (SIGKILL) an HTTP process while charges are created, half of them over kept connections and
 * half over a new one each: `npm run bench:kill`. PROCESSES=3 has a second HTTP process.
 */
async function main(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'pix-gateway-bench-'));
  const env = {
    DATA_DIR: dataDir,
    PORT: String(await freePort()),
    DEFAULT_RATE_LIMIT_PER_MINUTE: '1000000000',
  };
  const gateway = await startGateway(env);
  try {
    createMerchant(env, 'bench');
    const keys = createKey(env, 'bench');
    const headers = { 'client-id': keys.id, 'client-secret': keys.secret };
    for (let round = 1; round <= ROUNDS; round += 1) {
      await pause(STABLE_MS);
      console.table([await killOnce(gateway, Number(env.PORT), headers, round)]);
    }
    process.stdout.write(`${treeMemory(gateway.pid ?? 0).shareMiB.toFixed(0)} MiB (PSS)\n`);
  } finally {
    await endProcess(gateway);
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function killOnce(
  gateway: ChildProcess,
  port: number,
  headers: Readonly<Record<string, string>>,
  round: number,
) {
  const endsAt = performance.now() + BEFORE_MS + AFTER_MS;
  const agents = [true, false].map((keepAlive) => new Agent({ keepAlive }));
  const callers = Array.from({ length: CALLERS }, (_, caller) =>
    call(port, agents[caller % 2] as Agent, { ...headers, caller: `${round}-${caller}` }, endsAt),
  );
  await pause(BEFORE_MS);
  const pid = servingProcess(gateway);
  const killedAt = performance.now();
  process.kill(pid, 'SIGKILL');
  const answers = (await Promise.all(callers)).flat();
  for (const agent of agents) agent.destroy();
  const failed = answers.filter(({ isGood }) => !isGood);
  const seenAt = Math.min(...failed.map(({ endedAt }) => endedAt));
  const late = failed.filter(({ sentAt }) => sentAt > seenAt);
  const good = answers.filter(({ isGood }) => isGood).map(({ endedAt }) => endedAt);
  const after = good.filter((endedAt) => endedAt > killedAt).toSorted((one, two) => one - two);
  const gapMs = Math.max(...after.map((at, index) => at - (after[index - 1] ?? killedAt)));
  return {
    requests: answers.length,
    failed: failed.length,
    'sent after the first failure': late.length,
    'gap ms': Math.round(gapMs),
  };
}

/** The HTTP process that has used most processor time. */
function servingProcess({ pid: root = 0 }: ChildProcess): number {
  const [first] = [...activityOf(root)]
    .filter(([pid, { name }]) => name === 'HTTP processes' && memoryOf(pid))
    .toSorted(([, one], [, two]) => two.runUs - one.runUs);
  if (!first) throw new Error('no HTTP process');
  return first[0];
}

async function call(
  port: number,
  agent: Agent,
  { caller, ...headers }: Readonly<Record<string, string>>,
  endsAt: number,
): Promise<Answer[]> {
  const answers: Answer[] = [];
  while (performance.now() < endsAt) {
    const sentAt = performance.now();
    const key = { 'idempotency-key': `kill-${caller}-${answers.length}` };
    const status = await createCharge(port, agent, { ...headers, ...key }).catch(() => 0);
    answers.push({ sentAt, endedAt: performance.now(), isGood: status === 201 });
    await pause(PAUSE_MS);
  }
  return answers;
}

function createCharge(port: number, agent: Agent, headers: object): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const body = JSON.stringify({
    amount: 9990,
    payer: { name: 'Maria Silva', document: '12345678909' },
  });
  const sent = request({
    port,
    host: '127.0.0.1',
    method: 'POST',
    path: '/v1/pix/qrcode',
    agent,
    headers: { ...headers, 'content-type': 'application/json' },
  });
  sent.on('error', reject);
  sent.on('response', (answer) => {
    answer.on('error', reject);
    answer.on('end', () => resolve(answer.statusCode ?? 0));
    answer.resume();
  });
  sent.end(body);
  return promise;
}

await main();

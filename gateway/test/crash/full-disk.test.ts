import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { findRunningEmbeddedDatabase } from '#src/ground/embedded-database/embedded-database.ts';
import { run } from '../support/database-server.ts';
import { copyDurableFolder } from '../support/durable-database.ts';
import { CHARGE, callGateway, SANDBOX_KEYS, until } from '../support/gateway.ts';
import { freePort, runCli, startGatewayProcess } from '../support/gateway-process.ts';

type Facts = Record<string, unknown>;
const DISK_MIB = 320;
const REQUESTS_MAX = 5_000;
const FAILURES_WANTED = 20;
const BANK_LEASE_MS = 120_000;
const BLOCK = Buffer.alloc(64 * 1_024);

/** A small disk, or undefined if this user may not create one. */
async function makeDisk(context: TestContext): Promise<string | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'pix-gateway-disk-'));
  await chmod(folder, 0o711);
  const disk = join(folder, 'disk');
  await mkdir(disk);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MIB}m,mode=711`, 'tmpfs', disk], {
      stdio: 'ignore',
    });
  } catch {
    await rm(folder, { recursive: true });
    return undefined;
  }
  context.after(async () => {
    execFileSync('umount', ['-l', disk]);
    await rm(folder, { recursive: true, force: true });
  });
  return disk;
}

/** Writes until the disk is full. */
async function fill(path: string): Promise<void> {
  for (const size of [BLOCK.length, 512]) {
    await new Promise<void>((resolve) => {
      const stream = createWriteStream(`${path}.${size}`);
      stream.on('error', () => resolve());
      const write = (): void => {
        while (!stream.destroyed && stream.write(BLOCK.subarray(0, size)));
        stream.once('drain', write);
      };
      write();
    });
  }
}

async function free(path: string): Promise<void> {
  for (const size of [BLOCK.length, 512]) await rm(`${path}.${size}`, { force: true });
}

test('on a full disk requests fail without partial writes, and work continues when there is space', async (context) => {
  const disk = await makeDisk(context);
  if (disk === undefined) return context.skip('only root may make a small disk');
  const DATA_DIR = join(disk, 'data');
  await mkdir(DATA_DIR);
  await copyDurableFolder(DATA_DIR);
  const env = {
    DATA_DIR,
    PORT: String(await freePort()),
    LOG_LEVEL: 'silent',
    DEFAULT_RATE_LIMIT_PER_MINUTE: '1000000',
    SANDBOX_PAYMENT_DELAY_SECONDS: '0',
  };
  const gateway = await startGatewayProcess(env);
  context.after(() => gateway.stop());
  const create = (key: string) => {
    const headers = { 'idempotency-key': key };
    const options = { keys: SANDBOX_KEYS, headers, body: CHARGE };
    return callGateway<Facts>(`${gateway.url}/v1/pix/qrcode`, 'POST', options);
  };
  const created = new Map<string, string>();
  const failed: string[] = [];
  assert.equal((await create(randomUUID())).status, 201);
  await fill(join(disk, 'ballast'));
  for (let count = 0; count < REQUESTS_MAX && failed.length < FAILURES_WANTED; count += 1) {
    const key = randomUUID();
    const answer = await create(key);
    if (answer.status === 201) created.set(key, answer.text);
    else {
      assert.ok(answer.status >= 500, answer.text);
      failed.push(key);
    }
  }
  assert.equal(failed.length, FAILURES_WANTED, 'the disk is full');
  await free(join(disk, 'ballast'));
  const last = randomUUID();
  await until('it creates again', async () => (await create(last)).status === 201, BANK_LEASE_MS);
  for (const [key, text] of created) assert.equal((await create(key)).text, text);
  const again = await Promise.all(failed.map(create));
  assert.deepEqual(new Set(again.map(({ status }) => status)), new Set([201]));
  const found = await findRunningEmbeddedDatabase(DATA_DIR);
  const [row] = await run(String(found?.ownerConnectionString), 'select count(*) from charges');
  assert.equal(Number(row?.count), 2 + created.size + failed.length, 'one charge a key');
  const verified = await runCli(env, 'ledger', 'verify', '--full', '--json');
  assert.deepEqual([verified.exitCode, verified.stderr], [0, ''], verified.stdout);
});

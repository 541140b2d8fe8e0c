import type { ChildProcess } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { httpRequest, type Load, numbered, runLoad } from './load.ts';
import { freePort, startScript } from './processes.ts';
import { addRow, type Costs, type Measured, reportLoad, startMeter } from './report.ts';

export const DURATION_MS = Number(process.env.BENCH_SECONDS ?? 10) * 1_000;
const LIVES = Number(process.env.BENCH_LIVES ?? 40_000);
const LIVES_PATIENCE_MS = 120_000;
export const WARM_UP_MS = 3_000;
export const WEBHOOK_SECRET = 'whsec_bench';
export const SANDBOX = {
  id: 'svc_pk_test_sandbox_publico',
  secret: 'svc_sk_test_sandbox_publico',
};

/** The key of a merchant. */
export interface KeyPair {
  readonly id: string;
  readonly secret: string;
}

/** The gateway that is measured. */
export interface Subject {
  readonly port: number;
  readonly pids: Measured;
}

/** Runs a load, and reports it with its processor time. */
export async function measure(what: string, pids: Measured, load: Load): Promise<Costs> {
  const end = startMeter(pids);
  const result = await runLoad(load);
  const costs = end(result.requests);
  reportLoad(what, result, costs);
  return costs;
}

/** The requests of charges under new idempotency keys; `run` makes the keys different. */
export function chargeRequest(keys: KeyPair, run: string, extra: object = {}) {
  return numbered(
    httpRequest(
      'POST /v1/pix/qrcode',
      {
        'client-id': keys.id,
        'client-secret': keys.secret,
        'content-type': 'application/json',
        'idempotency-key': `bench-${run}-#########`,
      },
      JSON.stringify({
        amount: 9990,
        payer: { name: 'Maria Silva', document: '12345678909', email: 'maria@example.com' },
        external_id: 'pedido-#########',
        ...extra,
      }),
    ),
  );
}

/** Measures reads by id and pages of 20. */
export async function measureReads(
  { port, pids }: Subject,
  keys: KeyPair,
  label = '',
): Promise<void> {
  const headers = { 'client-id': keys.id, 'client-secret': keys.secret };
  const answer = await fetch(`http://127.0.0.1:${port}/v1/transactions?limit=100`, { headers });
  const page = (await answer.json()) as { data: { internal_id: string }[] };
  const reads = page.data.map((one) =>
    httpRequest(`GET /v1/transactions/${one.internal_id}`, headers),
  );
  const next = (sequence: number): string => reads[sequence % reads.length] ?? '';
  const load = { port, connections: 64, durationMs: DURATION_MS, next, expectedStatus: 200 };
  await measure(`reads by id${label}, 64 connections`, pids, load);
  const list = httpRequest('GET /v1/transactions?limit=20', headers);
  const listLoad = { ...load, durationMs: DURATION_MS / 2, next: () => list };
  await measure(`pages of 20${label}, 64 connections`, pids, listLoad);
}

/**
 * Waits until a receiver has so many webhooks. The creations alone may take long on a busy machine,
 * so the webhooks have their own limit.
 */
export async function awaitWebhooks(
  receiver: ChildProcess,
  wanted: number,
): Promise<{ readonly seen: number; readonly wrong: number }> {
  const deadline = performance.now() + LIVES_PATIENCE_MS;
  for (;;) {
    const { promise, resolve } = Promise.withResolvers<{ seen: number; wrong: number }>();
    receiver.once('message', (message) => resolve(message as { seen: number; wrong: number }));
    receiver.send('count');
    const counted = await promise;
    if (counted.seen >= wanted || performance.now() > deadline) return counted;
    await pause(20);
  }
}

/**
 * Measures whole lives of charges: created, paid by the simulator, booked, and notified. The
 * receiver counts the webhooks and checks their signatures.
 */
export async function measureLives(
  { port, pids }: Subject,
  label = '',
): Promise<Costs & { readonly lives: number }> {
  return withReceiver(async (target, receiver) => {
    const webhook = { webhook_url: target };
    const next = chargeRequest(SANDBOX, `life${label.replaceAll(/\W/g, '')}`, webhook);
    const end = startMeter(pids);
    const startedAt = performance.now();
    const durationMs = LIVES_PATIENCE_MS;
    const load = { port, connections: 64, durationMs, requestsMax: LIVES, next };
    const created = await runLoad({ ...load, expectedStatus: 201 });
    const counted = await awaitWebhooks(receiver, created.requests);
    const perSecond = (counted.seen / (performance.now() - startedAt)) * 1_000;
    const costs = end(counted.seen);
    addRow(
      {
        what: `full lives${label} (${counted.seen} of ${created.requests})`,
        'per second': Math.round(perSecond),
        failures: counted.wrong + created.failures + created.requests - counted.seen,
      },
      costs,
    );
    return { ...costs, lives: counted.seen };
  });
}

/** Runs work beside a server that takes webhooks at `target`. */
export async function withReceiver<Result>(
  work: (target: string, receiver: ChildProcess) => Promise<Result>,
): Promise<Result> {
  const port = await freePort();
  const env = { PORT: String(port), WEBHOOK_SECRET };
  const receiver = await startScript('webhook-receiver.ts', env);
  try {
    return await work(`http://127.0.0.1:${port}/webhook`, receiver);
  } finally {
    receiver.disconnect();
  }
}

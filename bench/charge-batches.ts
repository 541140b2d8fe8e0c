import { setTimeout as pause } from 'node:timers/promises';
import { addRow, startMeter } from './report.ts';
import type { KeyPair, Subject } from './workloads.ts';

const BATCHES = Number(process.env.BENCH_BATCHES ?? 2);
const LINES = 10_000;
/** Each answer counts the lines of the batch. */
const POLL_MS = 500;

interface Batch {
  readonly id: string;
  readonly status: string;
  readonly created_count: number;
}

/**
 * Measures charges in batches of 10,000 lines (`BENCH_BATCHES`, default 2), from the first request
 * to the last charge, by the line: neither HTTP nor a key for each charge.
 */
export async function measureBatches({ port, pids }: Subject, keys: KeyPair): Promise<void> {
  const address = `http://127.0.0.1:${port}/v1/charges/batches`;
  const headers = {
    'client-id': keys.id,
    'client-secret': keys.secret,
    'content-type': 'application/json',
  };
  const charges = Array.from({ length: LINES }, (_, line) => ({
    amount: 9990,
    payer: { name: 'Maria Silva', document: '12345678909', email: 'maria@example.com' },
    external_id: `linha-${line}`,
  }));
  const body = JSON.stringify({ charges });
  const read = async (answer: Response): Promise<Batch> => {
    if (!answer.ok) throw new Error(await answer.text());
    return (await answer.json()) as Batch;
  };
  const end = startMeter(pids);
  const startedAt = performance.now();
  let batches: Batch[] = [];
  for (let number = 0; number < BATCHES; number += 1) {
    const withKey = { ...headers, 'idempotency-key': `bench-batch-${Date.now()}-${number}` };
    batches.push(await read(await fetch(address, { method: 'POST', headers: withKey, body })));
  }
  while (batches.some(({ status }) => status !== 'completed')) {
    await pause(POLL_MS);
    batches = await Promise.all(
      batches.map(async ({ id }) => read(await fetch(`${address}/${id}`, { headers }))),
    );
  }
  const created = batches.reduce((sum, batch) => sum + batch.created_count, 0);
  const seconds = (performance.now() - startedAt) / 1_000;
  addRow(
    {
      what: `charges in batches of ${LINES} lines, by the line`,
      'per second': Math.round(created / seconds),
      failures: BATCHES * LINES - created,
    },
    end(created),
  );
}

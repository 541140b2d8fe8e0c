import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { createMerchantWithKeys, startGateway } from '../support/gateway.ts';
import { signIn } from '../support/panel.ts';

/** A request of 0.2.0 and the bytes that it answered. */
interface RecordedAnswer {
  readonly path: string;
  readonly who: 'key' | 'panel';
  readonly key: string;
  readonly body: object;
  readonly answer: string;
}

interface Recording {
  /** The ids of the merchants by their usernames. */
  readonly merchants: Readonly<Record<string, string>>;
  readonly answers: readonly RecordedAnswer[];
  /** The rows by table, after the resources were paid, refunded, rejected or closed. */
  readonly rows: Readonly<Record<string, readonly object[]>>;
}

const FILE = new URL('recorded-answers.json', import.meta.url);
const DAY_MS = 24 * 60 * 60 * 1_000;
const RECORDED_AT = Date.parse('2026-11-20T12:45:00.000Z');
// What 0.2.0 did not write: the dispute as the answer of the defence showed it.
const DEFENSE_ANSWERS = `update dispute_defenses f set was_sent_at_once = true,
  dispute_centavos = 20000, blocked_centavos = 20000, returned_centavos = 0,
  defense_due_at = d.defense_due_at from disputes d where d.id = f.dispute_id`;

const gateway = await startGateway({ after }, { hasWorker: false });
gateway.clock.hold(RECORDED_AT);
const origin = await createMerchantWithKeys(gateway, 'test', 'loja-antiga');
const partner = await createMerchantWithKeys(gateway, 'test', 'parceira-antiga');
const panel = await signIn(gateway, origin.merchant);
const recording = await readRecording();

/** Reads the recording and writes its rows, with the ids of this gateway's merchants. */
async function readRecording(): Promise<Recording> {
  const text = readFileSync(FILE, 'utf8');
  const { merchants } = JSON.parse(text) as Recording;
  const moved = [origin, partner].reduce(
    (before, { username, merchant }) =>
      before.replaceAll(merchants[username] ?? '', merchant.merchantId),
    text,
  );
  const recorded = JSON.parse(moved) as Recording;
  await gateway.sql(`select make_partitions('b0', $1)`, [new Date(RECORDED_AT)]);
  for (const [table, rows] of Object.entries(recorded.rows)) {
    for (const row of rows) {
      const columns = Object.keys(row).join(', ');
      const values = `select ${columns} from json_populate_record(null::${table}, $1)`;
      await gateway.sql(`insert into ${table} (${columns}) ${values}`, [JSON.stringify(row)]);
    }
  }
  await gateway.sql(DEFENSE_ANSWERS);
  return recorded;
}

function repeat({ path, who, key, body }: RecordedAnswer) {
  const headers = { 'idempotency-key': key };
  return who === 'key'
    ? gateway.call('POST', path, { keys: origin.keys, headers, body })
    : panel.call('POST', path, { headers, body });
}

test('a repeat gets the bytes that 0.2.0 answered, after every change of state', async () => {
  for (const recorded of recording.answers) {
    const { status, text, headers } = await repeat(recorded);
    assert.deepEqual([status, text], [201, recorded.answer], recorded.path);
    assert.equal(headers.get('idempotency-replayed'), 'true');
  }
});

test('a key that 0.2.0 stored with its answer repeats it for 24 hours', async () => {
  await gateway.sql(`update idempotency_keys set response_body = '{"of":"' || key || '"}'`);
  for (const recorded of recording.answers) {
    assert.equal((await repeat(recorded)).text, `{"of":"${recorded.key}"}`);
  }
  const [sale] = recording.answers;
  assert.ok(sale);
  gateway.clock.hold(RECORDED_AT + DAY_MS);
  const fresh = await repeat(sale);
  assert.deepEqual([fresh.status, fresh.headers.get('idempotency-replayed')], [201, null]);
  assert.equal((await repeat(sale)).text, fresh.text);
});

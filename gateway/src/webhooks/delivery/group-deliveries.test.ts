import assert from 'node:assert/strict';
import { test } from 'node:test';
import { groupDeliveries } from './group-deliveries.ts';
import type { DeliveryRow } from './lease-store.ts';

const ROW = {
  endpoint_id: 'a',
  endpoint_format: 'api_pix',
  kind: 'deposit.paid',
  trouble: null,
  attempt_count: 0n,
  attempts_before_resend: 0n,
  test_clock_now: null,
} as unknown as DeliveryRow;

function idsOf(rows: readonly Partial<DeliveryRow>[]): string[] {
  const named = rows.map((row, index) => {
    const id = String(index).padStart(3, '0');
    return { ...ROW, event_id: id, delivery_id: id, ...row };
  });
  return groupDeliveries(named).map((group) => group.map((row) => Number(row.delivery_id)).join());
}

test('call-backs of one endpoint go together in the order of their events', () => {
  assert.deepEqual(idsOf([{ event_id: '9' }, {}, { endpoint_id: 'b' }, {}]), ['1,3,0', '2']);
});

test('events, tests, scenarios and other clocks are not sent together', () => {
  assert.deepEqual(idsOf([{ endpoint_format: 'events' }, { endpoint_format: 'events' }]), [
    '0',
    '1',
  ]);
  assert.deepEqual(idsOf([{ kind: 'webhook.test' }, {}, {}]), ['0', '1,2']);
  assert.deepEqual(idsOf([{ trouble: 'doubled' }, {}, {}]), ['0', '1,2']);
  assert.deepEqual(idsOf([{ test_clock_now: 5 }, {}, { test_clock_now: 5 }]), ['0,2', '1']);
});

test('a delivery that failed three times is sent alone until a person sends it again', () => {
  const failed = { attempt_count: 3n };
  assert.deepEqual(idsOf([failed, failed, {}, {}]), ['0', '1', '2,3']);
  assert.deepEqual(idsOf([{ ...failed, attempts_before_resend: 3n }, {}]), ['0,1']);
});

test('a request has at most a hundred deliveries', () => {
  const sizes = idsOf(Array.from({ length: 205 }, () => ({}))).map((ids) => ids.split(',').length);
  assert.deepEqual(sizes, [100, 100, 5]);
});

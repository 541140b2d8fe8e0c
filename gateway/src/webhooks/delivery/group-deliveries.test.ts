import assert from 'node:assert/strict';
import { test } from 'node:test';
import { groupDeliveries } from './group-deliveries.ts';
import type { DeliveryRow } from './lease-store.ts';

const ROW = {
  endpointId: 'a',
  endpointFormat: 'api_pix',
  kind: 'deposit.paid',
  trouble: null,
  attemptCount: 0,
  attemptsBeforeResend: 0,
  testClockNow: null,
} as unknown as DeliveryRow;

function idsOf(rows: readonly Partial<DeliveryRow>[]): string[] {
  const named = rows.map((row, index) => {
    const id = String(index).padStart(3, '0');
    return { ...ROW, eventId: id, deliveryId: id, ...row };
  });
  return groupDeliveries(named).map((group) => group.map((row) => Number(row.deliveryId)).join());
}

test('call-backs of one endpoint go together in the order of their events', () => {
  assert.deepEqual(idsOf([{ eventId: '9' }, {}, { endpointId: 'b' }, {}]), ['1,3,0', '2']);
});

test('events, tests, scenarios and other clocks are not sent together', () => {
  assert.deepEqual(idsOf([{ endpointFormat: 'events' }, { endpointFormat: 'events' }]), ['0', '1']);
  assert.deepEqual(idsOf([{ kind: 'webhook.test' }, {}, {}]), ['0', '1,2']);
  assert.deepEqual(idsOf([{ trouble: 'doubled' }, {}, {}]), ['0', '1,2']);
  assert.deepEqual(idsOf([{ testClockNow: 5 }, {}, { testClockNow: 5 }]), ['0,2', '1']);
});

test('a delivery that failed three times is sent alone until a person sends it again', () => {
  const failed = { attemptCount: 3 };
  assert.deepEqual(idsOf([failed, failed, {}, {}]), ['0', '1', '2,3']);
  assert.deepEqual(idsOf([{ ...failed, attemptsBeforeResend: 3 }, {}]), ['0,1']);
});

test('a request has at most a hundred deliveries', () => {
  const sizes = idsOf(Array.from({ length: 205 }, () => ({}))).map((ids) => ids.split(',').length);
  assert.deepEqual(sizes, [100, 100, 5]);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sha256 } from '../encryption/encryption.ts';
import { differingFields, digestRequest, fieldsOf, isSameRequest } from './request-digest.ts';

const FIELDS = fieldsOf('amount', 'payer.name', 'split');
const OPERATION = 'POST /v1/pix/qrcode';
const digestOf = (body: unknown) => digestRequest(OPERATION, body, FIELDS);
const BODY = { amount: 100, payer: { name: 'Ana', document: '1' }, split: [{ a: 1, b: 2 }] };

test('requests with different values differ, and the fields that differ are reported', () => {
  for (const [other, names] of [
    [{ split: [{ b: 2, a: 1 }], payer: { document: '1', name: 'Ana' }, amount: 1e2 }, undefined],
    [{ ...BODY, amount: 101 }, ['amount']],
    [{ ...BODY, amount: '100' }, ['amount']],
    [{ ...BODY, amount: null }, ['amount']],
    [{ ...BODY, payer: null, split: [] }, ['payer.name', 'split']],
    [{ amount: 100 }, ['payer.name', 'split']],
    [{ ...BODY, payer: { name: 'Ana', document: '2' } }, []],
    [null, ['amount', 'payer.name', 'split']],
  ] as const) {
    const digests = [digestOf(other), digestOf(BODY)] as const;
    assert.equal(isSameRequest(...digests), names === undefined);
    assert.deepEqual(differingFields(...digests, FIELDS), names ?? []);
  }
  const withText = { ...BODY, amount: 'null' };
  const withNull = { ...BODY, amount: null };
  const named = differingFields(digestOf(withText), digestOf(withNull), FIELDS);
  assert.deepEqual(named, ['amount']);
});

test('requests of two operations differ, and no field is reported', () => {
  const other = digestRequest('POST /v1/pix/payout', BODY, FIELDS);
  assert.ok(!isSameRequest(digestOf(BODY), other));
  assert.deepEqual(differingFields(digestOf({ ...BODY, amount: 1 }), other, FIELDS), []);
});

test('a digest has 19 bytes and two for each field up to the last one that was sent', () => {
  assert.equal(digestOf(BODY).length, 19 + 2 * FIELDS.length);
  assert.equal(digestOf({ amount: 100, split: undefined }).length, 19 + 2);
  assert.equal(digestOf({}).length, 19);
});

test('a field that a version added is named beside the fields that older digests have', () => {
  const older = digestRequest(OPERATION, BODY, FIELDS.slice(0, 2));
  const sent = { ...BODY, amount: 101, split: null };
  assert.deepEqual(differingFields(digestOf(sent), older, FIELDS), ['amount', 'split']);
});

test('a field that neither request has is not named, also if an older digest has its mark', () => {
  const markOfMissing = digestOf({ amount: 100, split: [1] }).subarray(21, 23);
  const older = Buffer.concat([digestOf({ amount: 100 }), markOfMissing, markOfMissing]);
  assert.deepEqual(differingFields(digestOf({ amount: 101 }), older, FIELDS), ['amount']);
});

test('a digest equals digests of versions before 0.3.0, and reports no field of them', () => {
  const older = sha256(`${OPERATION}\n{"amount":1}`);
  assert.ok(isSameRequest(digestOf({ amount: 1 }), older));
  assert.ok(!isSameRequest(digestOf({ amount: 2 }), older));
  assert.deepEqual(differingFields(digestOf({ amount: 2 }), older, FIELDS), []);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOUR_MS, MINUTE_MS } from '#src/ground/durations.ts';
import { nextMail } from './next-mail.ts';
import type { ReaderState } from './payment-cursor-store.ts';

const payment = { chargeId: 'c', externalId: null, amount: 500n, at: 0 };

test('a member gets five payment mails an hour, then one that counts the rest', () => {
  let previous: ReaderState | undefined;
  const kinds: (string | undefined)[] = [];
  for (let minute = 0; minute < 50; minute += 1) {
    const next = nextMail(previous, [payment, payment], minute * MINUTE_MS);
    kinds.push(next.mail?.kind);
    previous = next.state;
  }
  assert.deepEqual(kinds.slice(0, 5), Array(5).fill('payments'));
  assert.deepEqual(new Set(kinds.slice(5)), new Set([undefined]));
  const waiting = nextMail(previous, [], HOUR_MS - 1);
  assert.equal(waiting.mail, undefined);
  const { mail, state } = nextMail(waiting.state, [], HOUR_MS);
  assert.deepEqual(mail, { kind: 'digest', count: 90, sum: 45_000n });
  assert.deepEqual([state.mailCount, state.waitingCount], [1, 0]);
  assert.equal(nextMail(state, [], 2 * HOUR_MS).mail, undefined);
});

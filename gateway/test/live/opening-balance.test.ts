import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brazilianDayOf, startOfBrazilianDay } from '#src/ground/brazilian-days.ts';
import { startLiveGateway } from '../support/live.ts';
import { liveCommands } from '../support/live-cli.ts';
import { signInOperator } from '../support/panel.ts';

const MINUTE_MS = 60_000;

test('money that the account had before is booked once, as reconcile says, and then the day is clean', async (context) => {
  const live = await startLiveGateway(context, { bankOptions: { openingBalance: 123_456n } });
  const { gateway } = live;
  const command = await liveCommands(context, live);
  const day = brazilianDayOf(gateway.clock.now());
  const before = gateway.clock.now();
  const first = await command('reconcile', '--day', day);
  assert.equal(first.exitCode, 1, first.stdout);
  assert.match(first.stdout, /R\$ 1\.234,56 antes do gateway/);
  const [, words = ''] = /\n {2}(ledger move .+)/.exec(first.stdout) ?? [];
  const [, amount = '', note = ''] = /^ledger move (--amount=\d+) --note '(.+)'$/.exec(words) ?? [];
  assert.equal(amount, '--amount=123456');
  const moved = await command('ledger', 'move', amount, '--note', note);
  assert.equal(moved.exitCode, 0, moved.stderr);
  const second = await command('reconcile', '--day', day);
  assert.equal(second.exitCode, 0, second.stdout);
  assert.match(second.stdout, /, \d{4}-\d\d-\d\d até \d\d:\d\d: comparados /);
  assert.doesNotMatch(second.stdout, /ledger move/);
  const { body } = await (await signInOperator(gateway)).call(
    'GET',
    `/api/operator/reconciliations/${day}`,
  );
  const until = Date.parse(String(body.compared_until));
  const expected = Math.max(startOfBrazilianDay(day) ?? 0, before - 10 * MINUTE_MS);
  assert.ok(Math.abs(until - expected) < MINUTE_MS, String(body.compared_until));
});

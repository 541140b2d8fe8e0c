import assert from 'node:assert/strict';
import { test } from 'node:test';
import { receivePayment } from '../../../gateway/test/support/gateway.ts';
import { newDeveloper, world } from '../world.ts';

const { gateway } = world;

test('events list shows what was not delivered, newest first, or what follows an event; show has the attempts', async (context) => {
  const developer = await newDeveloper(context);
  const charges = [
    await receivePayment(gateway, developer.keys),
    await receivePayment(gateway, developer.keys),
  ];
  const { stdout } = await developer.pix(['events', 'list', '--undelivered', '--json']);
  const listed = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  assert.deepEqual(
    listed.map(({ data }) => data.internal_id),
    charges.map(({ internal_id: id }) => id).toReversed(),
  );
  const shown = await developer.json(['events', 'show', listed[0].id]);
  assert.deepEqual([shown.id, shown.attempts], [listed[0].id, []]);
  const newest = await developer.json(['events', 'list', '--limit', '1']);
  assert.equal(newest.id, listed[0].id);
  const following = await developer.json(['events', 'list', '--after', listed[1].id]);
  assert.equal(following.id, listed[0].id);
  const resent = await developer.pix(['events', 'resend', listed[0].id, '--json']);
  assert.equal(resent.exitCode, 5);
  assert.equal(JSON.parse(resent.stderr).error.code, 'event_has_no_webhook');
});

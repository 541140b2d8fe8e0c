import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { commandActor } from '#src/ground/access/actor.ts';
import { centavos } from '#src/ground/money/centavos.ts';
import { payChargeWith } from '#src/incoming/payments/pay-charge.ts';
import { failedChecks } from '../support/live.ts';
import { startLiveCycles } from '../support/live-cycles.ts';

const live = await startLiveCycles({ after });
const { bank, gateway, sync, receive, cycle, events, scheduled, available } = live;

test('an operator pays a cycle with another amount, and the bank does not debit its payer too', async () => {
  const sub = await scheduled();
  const { endToEndId } = bank.receiveWithoutCharge(9_000n, randomUUID().replaceAll('-', ''));
  bank.alter(endToEndId, { txid: sub.txid });
  await receive();
  assert.equal((await cycle(sub.id)).status, 'scheduled');
  const request = { endToEndId, expected: centavos(10_000n), reason: 'Pago a menos' };
  const deps = { ...gateway.appContext, approvalAbove: centavos(100_000n) };
  await payChargeWith(deps, { ...request, chosen: undefined, requestKey: null }, commandActor);
  const { status, charge } = await cycle(sub.id);
  assert.deepEqual([status, charge], ['paid', 'paid']);
  assert.equal(await available(sub), 9_000 - 183);
  assert.equal((await events(sub)).at(-1), 'cycle.paid');
  assert.equal(bank.recurringCharge(sub.txid)?.status, 'ATIVA');
  await sync();
  assert.equal(bank.recurringCharge(sub.txid)?.status, 'CANCELADA');
  assert.equal((await cycle(sub.id)).is_over, true);
  assert.deepEqual(await failedChecks(gateway), []);
});

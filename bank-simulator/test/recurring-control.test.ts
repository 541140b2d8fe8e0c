import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { openRecurring, solicitationBody } from './support/recurring.ts';

const PAYER = '12345678909';

async function openControl(context: TestContext) {
  const opened = await openRecurring(context);
  return {
    ...opened,
    async ask(method: string, path: string, body: object = {}) {
      const response = await fetch(opened.bank.controlUrl + path, {
        method,
        ...(method === 'GET'
          ? {}
          : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
      });
      const text = await response.text();
      // biome-ignore lint/suspicious/noExplicitAny: tests read JSON of any shape.
      const answer: any = text === '' ? undefined : JSON.parse(text);
      return { status: response.status, body: answer };
    },
  };
}

test('the page of the payer and its files are in Portuguese and use no other host', async (context) => {
  const { bank } = await openRecurring(context);
  const html = await (await fetch(`${bank.controlUrl}/pagador`)).text();
  assert.match(html, /lang="pt-BR"/);
  assert.doesNotMatch(html, /https?:\/\//);
  const paths = [...html.matchAll(/(?:src|href)="(\/[^"]*)"/g)].map(([, path]) => path);
  for (const path of [...paths, '/draw-payer.js']) {
    assert.equal((await fetch(bank.controlUrl + path)).status, 200, path);
  }
});

test('the control API reads, authorises, limits and cancels a recurrence', async (context) => {
  const { ask, bank, createRecurrence, read } = await openControl(context);
  const { idRec } = await createRecurrence({ valor: { valorMinimoRecebedor: '30.00' } });
  const code = (await read(`/v2/rec/${idRec}`)).dadosQR.pixCopiaECola;
  const shown = await ask('POST', '/control/recurrences/read', { code });
  assert.deepEqual([shown.body.id, shown.body.minimum], [idRec, '30.00']);
  assert.equal(shown.body.journey, 'JORNADA_2');
  const small = await ask('POST', '/control/recurrences/authorize', { code, limit: '1.00' });
  assert.equal(small.status, 422);
  assert.match(small.body.mensagem, /menor que o mínimo/);
  const order = { code, limit: '30.00' };
  const authorized = await ask('POST', '/control/recurrences/authorize', order);
  assert.deepEqual([authorized.body.id, authorized.body.status], [idRec, 'APROVADA']);
  await ask('PUT', `/control/recurrences/${idRec}/limit`, { limit: '50.00' });
  assert.equal(bank.recurrence(idRec)?.limit, 5_000n);
  const order2 = { code: 'FRUD', by: 'PSP_PAGADOR' };
  const canceled = await ask('POST', `/control/recurrences/${idRec}/cancel`, order2);
  assert.equal(canceled.body.status, 'CANCELADA');
  const { body } = await ask('GET', '/control/recurrences');
  assert.equal(body.recurrences[0].closing, 'FRUD: Suspeita de fraude');
  const strange = await ask('POST', `/control/recurrences/${idRec}/cancel`, { code: 'XXXX' });
  assert.equal(strange.status, 400);
});

test('the control API answers a pushed request by the id of the recurrence', async (context) => {
  const { ask, client, clock, createRecurrence } = await openControl(context);
  const { idRec } = await createRecurrence();
  await client.call('POST', '/v2/solicrec', solicitationBody(idRec));
  clock.advance(2_000);
  const { body } = await ask('GET', '/control/recurrences');
  assert.equal(body.recurrences[0].isAsked, true);
  const refused = await ask('POST', '/control/recurrences/refuse', { code: idRec });
  assert.equal(refused.body.status, 'REJEITADA');
});

test('the control API moves the clock, empties accounts, and refuses and cancels payments', async (context) => {
  const { ask, bank, createAuthorized, createCycle } = await openControl(context);
  const [one, two] = [await createAuthorized(), await createAuthorized()];
  const [first, second] = [await createCycle(one.idRec), await createCycle(two.idRec)];
  const moved = await ask('POST', '/control/clock', { hours: 24 });
  assert.equal(moved.body.now, '2026-03-11T12:00:00.000Z');
  const refuse = `/control/recurring-charges/${first.txid}/refuse`;
  assert.equal((await ask('POST', refuse, { code: 'AC05' })).body.status, 'REJEITADA');
  assert.equal((await ask('POST', refuse, { code: 'AC05' })).status, 422);
  const cancel = `/control/recurring-charges/${second.txid}/cancel`;
  assert.equal((await ask('POST', cancel)).body.status, 'CANCELADA');
  const account = { balance: '1.00', isBlocked: true };
  assert.equal((await ask('PUT', `/control/payers/${PAYER}`, account)).status, 204);
  const expected = { document: PAYER, balance: 100n, isBlocked: true };
  assert.deepEqual(bank.snapshot().payers, [expected]);
  const { body } = await ask('GET', '/control/recurrences');
  assert.equal(body.payers[0].balance, '1.00');
  assert.equal((await ask('POST', '/control/clock', { hours: 0 })).status, 400);
});

test('a clock that can’t be moved is not moved', async (context) => {
  const still = { now: () => Date.parse('2026-03-10T12:00:00.000Z') };
  const { bank } = await openRecurring(context, { clock: still });
  const response = await fetch(`${bank.controlUrl}/control/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ hours: 1 }),
  });
  assert.equal(response.status, 422);
});

test('a movable clock keeps how far it is ahead', async (context) => {
  const { mkdtempSync, rmSync } = await import('node:fs');
  const { tmpdir } = await import('node:os');
  const { join } = await import('node:path');
  const { openMovableClock, systemClock } = await import('../src/clock.ts');
  const folder = mkdtempSync(join(tmpdir(), 'clock-'));
  context.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'ahead');
  const day = 86_400_000;
  openMovableClock(file).advance?.(day);
  const before = systemClock.now();
  assert.ok(openMovableClock(file).now() >= before + day);
});

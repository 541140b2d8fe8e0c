import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { type OpenBank, openBank } from './support/open-bank.ts';

interface Control extends OpenBank {
  // biome-ignore lint/suspicious/noExplicitAny: tests read JSON of any shape.
  ask(method: string, path: string, body?: unknown): Promise<{ status: number; body: any }>;
}

async function openDoor(context: TestContext): Promise<Control> {
  const opened = await openBank(context, { openingBalance: 10_000n });
  return {
    ...opened,
    async ask(method, path, body) {
      const response = await fetch(opened.bank.controlUrl + path, {
        method,
        ...(body === undefined
          ? {}
          : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
      });
      const text = await response.text();
      return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
    },
  };
}

test('the page and its files are in Portuguese and use no other host', async (context) => {
  const { bank } = await openBank(context);
  const page = await fetch(bank.controlUrl);
  assert.match(page.headers.get('content-type') ?? '', /^text\/html/);
  const html = await page.text();
  assert.match(html, /lang="pt-BR"/);
  for (const [, path] of html.matchAll(/(?:src|href)="(\/[^"]+)"/g)) {
    assert.equal((await fetch(bank.controlUrl + path)).status, 200, path);
  }
  assert.doesNotMatch(html, /https?:\/\//);
});

test('every operation on the page exists, and the page offers every fault', async (context) => {
  const { bank, ask } = await openDoor(context);
  const html = await (await fetch(bank.controlUrl)).text();
  const kinds = [...html.matchAll(/<option value="(\w+)"/g)].map(([, kind]) => kind);
  const { FAULT_BODY } = await import('../src/control/control-schemas.ts');
  assert.deepEqual(kinds.toSorted(), [...FAULT_BODY.properties.kind.enum].toSorted());
  const { body } = await ask('GET', '/control/faults');
  assert.deepEqual(body.operations, FAULT_BODY.properties.operation.enum);
});

test('a charge is paid through the control API only once', async (context) => {
  const { bank, createCharge, ask } = await openDoor(context);
  const { pixCopiaECola, txid } = await createCharge('10.00');
  const paid = await ask('POST', '/control/pay', { code: pixCopiaECola });
  assert.equal(paid.status, 200);
  assert.equal(bank.payment(paid.body.endToEndId)?.amount, 1000n);
  const again = await ask('POST', '/control/pay', { code: txid });
  assert.equal(again.status, 422);
  assert.match(again.body.mensagem, /CONCLUIDA/);
  const forced = { code: txid, isForced: true, amount: '9.99' };
  assert.equal((await ask('POST', '/control/pay', forced)).status, 200);
  assert.equal((await ask('POST', '/control/pay', { code: 'x', amount: '1' })).status, 400);
});

test('the control API receives money, settles and returns payouts, and refunds payments', async (context) => {
  const { bank, client, ask } = await openDoor(context);
  const received = await ask('POST', '/control/receive', { amount: '5.00', txid: 'balcao' });
  assert.equal(received.status, 200);
  const { endToEndId } = received.body;
  await ask('POST', `/control/payments/${endToEndId}/take-back`, { amount: '5.00' });
  assert.equal(bank.payment(endToEndId)?.refunds[0]?.nature, 'MED_FRAUDE');
  await client.call('PUT', '/v3/gn/pix/saque1', {
    valor: '7.00',
    pagador: { chave: bank.pixKey },
    favorecido: { chave: 'pendente@simulador.example' },
  });
  const settled = await ask('POST', '/control/payouts/saque1/settle', { isPaid: true });
  assert.equal(settled.body.status, 'REALIZADO');
  const returned = await ask('POST', '/control/payouts/saque1/return', { amount: '7.00' });
  assert.match(returned.body.returnId, /^D/);
  const tooMuch = await ask('POST', '/control/payouts/saque1/return', { amount: '0.01' });
  assert.equal(tooMuch.status, 422);
  const { body } = await ask('GET', '/control/state');
  assert.equal(body.balance, '100.00');
  assert.equal(body.payouts[0].returned, '7.00');
});

test('the control API adds, lists, removes and clears faults, and revokes tokens', async (context) => {
  const { bank, client, ask } = await openDoor(context);
  await client.logIn();
  const order = { kind: 'error', operation: 'readBalance', times: 2, status: 503 };
  const { body } = await ask('POST', '/control/faults', order);
  assert.equal((await client.call('GET', '/v2/gn/saldo')).status, 503);
  const { body: state } = await ask('GET', '/control/state');
  assert.deepEqual(state.faults, [{ ...order, id: body.id, happened: 1 }]);
  assert.equal((await ask('DELETE', `/control/faults/${body.id}`)).status, 204);
  assert.equal((await client.call('GET', '/v2/gn/saldo')).status, 200);
  await ask('POST', '/control/faults', { kind: 'wrong_amount', operation: 'pay', amount: '1.00' });
  assert.equal(bank.faults.list()[0]?.amount, 100n);
  await ask('DELETE', '/control/faults');
  assert.deepEqual(bank.faults.list(), []);
  const wrong = await ask('POST', '/control/faults', { kind: 'meteor', operation: '*' });
  assert.equal(wrong.status, 400);
  await ask('POST', '/control/revoke-tokens');
  assert.equal((await client.call('GET', '/v2/gn/saldo')).status, 401);
  const { body: requests } = await ask('GET', '/control/requests');
  assert.equal(requests.at(-1).operation, 'readBalance');
  assert.equal(requests.at(-1).status, 401);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createBankClient } from '../../../bank-simulator/test/support/bank-client.ts';
import {
  chargeBody,
  createTxid,
  dueChargeBody,
} from '../../../bank-simulator/test/support/open-bank.ts';
import { readCodePayload } from '../../src/payloads/read-code-payload.ts';
import { openBank, openHost } from '../payload-host.ts';
import { newDeveloper } from '../world.ts';

const DAY_MS = 86_400_000;

function dayAfter(at: number, days: number): string {
  return new Date(at - DAY_MS / 8 + days * DAY_MS).toISOString().slice(0, 10);
}

/** The checks that failed. */
function faultsOf(checks: readonly { check: string; ok: boolean; message: string }[]) {
  return checks.filter(({ ok }) => !ok).map(({ check, message }) => [check, message] as const);
}

test('decode --fetch says what a code costs today and on another day, and verifies it', async (context) => {
  const developer = await newDeveloper(context);
  const { bank, client, clock, env } = await openBank(context);
  const body = dueChargeBody(bank, {
    calendario: { dataDeVencimento: dayAfter(clock.at, 20), validadeAposVencimento: 60 },
  });
  const { body: charge } = await client.call('PUT', `/v2/cobv/${createTxid()}`, body);
  const code = charge.pixCopiaECola;
  const read = await developer.json(['decode', '--fetch', code], { env });
  assert.deepEqual(read.valid, true);
  const payload = read.payload as { valor: object; txid: string };
  assert.deepEqual(payload.valor, { original: '123.45', final: '123.45' });
  assert.equal(payload.txid, charge.txid);
  const late = ['--day', dayAfter(clock.at, 40), '--city', '2611606'];
  const { stdout, exitCode } = await developer.pix(['decode', '--fetch', ...late, code], { env });
  assert.equal(exitCode, 0, stdout);
  assert.match(stdout, /Multa +R\$ 2,46\n/);
  assert.match(stdout, /✓ a assinatura confere\n/);
  assert.match(stdout, /✓ as parcelas somam o valor a pagar/);
  const beyond = ['--day', dayAfter(clock.at, 200)];
  const refused = await developer.pix(['decode', '--fetch', ...beyond, code], { env });
  assert.deepEqual([refused.exitCode, /superior à validade/.test(refused.stdout)], [6, true]);
});

test('decode --fetch tells a paid, a freed and an expired charge apart', async (context) => {
  const developer = await newDeveloper(context);
  const { bank, client, clock, env } = await openBank(context);
  const create = async () =>
    (await client.call('PUT', `/v2/cob/${createTxid()}`, chargeBody(bank, '10.00'))).body;
  const [open, paid, freed] = [await create(), await create(), await create()];
  bank.pay(paid.txid);
  await client.call('DELETE', `/v2/loc/${freed.loc.id}/txid`);
  const fetched = async (code: string) =>
    developer.pix(['decode', '--fetch', '--json', code], { env });
  const good = await fetched(open.pixCopiaECola);
  assert.equal(good.exitCode, 0, good.stdout);
  const gone = await fetched(paid.pixCopiaECola);
  assert.deepEqual([gone.exitCode, /não pode mais ser paga \(410\)/.test(gone.stdout)], [6, true]);
  const empty = await fetched(freed.pixCopiaECola);
  assert.match(empty.stdout, /não mostra nenhuma cobrança \(404\)/);
  // The payer's clock is ahead of the bank's, which still shows the charge.
  const request = { subject: 'charge', location: open.location } as const;
  const later = { now: clock.at + DAY_MS, authority: bank.authority };
  const { checks } = await readCodePayload(request, later);
  assert.deepEqual(
    faultsOf(checks).map(([check]) => check),
    ['expiry'],
  );
});

test('decode --fetch needs a dynamic code, and its days and cities in their form', async (context) => {
  const developer = await newDeveloper(context);
  const known =
    '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR' +
    '5913Fulano de Tal6008BRASILIA62070503***63041D3D';
  for (const [words, message] of [
    [['--fetch', known], /um código estático não tem endereço/],
    [['--day', '2026-12-10', known], /precisam de --fetch/],
    [['--fetch', '--day', 'amanhã', known], /não é um dia como/],
    [['--fetch', '--city', '123', known], /7 dígitos/],
  ] as const) {
    const { exitCode, stderr } = await developer.pix(['decode', ...words]);
    assert.equal(exitCode, 2, stderr);
    assert.match(stderr, message);
  }
});

test('a payload is refused for each thing that a payer’s program must check', async (context) => {
  const { bank } = await openBank(context);
  const host = await openHost(context, bank);
  const payload = { txid: createTxid(), status: 'ATIVA', valor: { original: '1.00' } };
  const limits = { now: Date.now(), authority: bank.authority };
  const request = { subject: 'charge', location: host.location } as const;
  const check = async (more: Partial<typeof limits> = {}) =>
    faultsOf((await readCodePayload(request, { ...limits, ...more })).checks);
  async function answering(body: string, keys: object = { keys: [host.key] }) {
    Object.assign(host, { answer: { body }, keys });
    return check();
  }
  const other = await openHost(context, bank);
  const right = await host.sign(payload);
  assert.deepEqual(await answering(right), []);
  assert.deepEqual(await answering(await host.sign(payload, { alg: 'PS256' })), []);
  const [header, , signature] = right.split('.');
  const changed = Buffer.from('{"txid":"outro"}').toString('base64url');
  const cases: readonly [name: string, body: string, fault: string, keys?: object][] = [
    ['another content', [header, changed, signature].join('.'), 'signature'],
    [
      'another key under the same id',
      await other.sign(payload, { jku: `https://${host.origin}/chaves` }),
      'x5t',
    ],
    ['no JWS', 'nada', 'algorithm'],
    ['an unknown key', await host.sign(payload, { kid: 'chave-2' }), 'kid'],
    ['no key id', await host.sign(payload, { kid: undefined }), 'kid'],
    ['a key set without keys', right, 'kid', {}],
    ['a key without a certificate', right, 'x5t', { keys: [{ ...host.key, x5c: undefined }] }],
    ['a foreign certificate', right, 'x5t', { keys: [{ ...host.key, x5c: other.key.x5c }] }],
    ['another x5t', await host.sign(payload, { x5t: other.key.x5t }), 'x5t'],
    ['no jku', await host.sign(payload, { jku: undefined }), 'jku'],
    ['a key of another host', await host.sign(payload, { jku: 'https://a.com/x' }), 'jku'],
    ['a key by http', await host.sign(payload, { jku: `http://${host.origin}/chaves` }), 'jku'],
    ['a charge that was paid', await host.sign({ ...payload, status: 'CONCLUIDA' }), 'status'],
    [
      'a wrong sum',
      await host.sign({ ...payload, valor: { original: '1.00', multa: '0.10', final: '1.00' } }),
      'sum',
    ],
  ];
  for (const [name, body, fault, keys] of cases) {
    const faults = await answering(body, keys);
    assert.deepEqual([name, faults[0]?.[0]], [name, fault]);
  }
  assert.equal((await answering(right))[0], undefined);
  const years = 20 * 366 * DAY_MS;
  assert.match((await check({ now: limits.now + years }))[0]?.[1] ?? '', /venceu em/);
  assert.match((await check({ now: limits.now - years }))[0]?.[1] ?? '', /só vale a partir de/);
});

test('only https addresses outside internal networks are read, within limits', async (context) => {
  const { bank } = await openBank(context);
  const host = await openHost(context, bank);
  const limits = { now: Date.now(), authority: bank.authority };
  const why = async (location: string, more: object = {}) => {
    const request = { subject: 'charge', location } as const;
    const { checks } = await readCodePayload(request, { ...limits, ...more });
    return faultsOf(checks)[0]?.[1] ?? '';
  };
  host.answer = { body: 'x'.repeat(70_000) };
  assert.match(await why(host.location), /mais de 64 KiB/);
  host.answer = { status: 302, body: '' };
  assert.match(await why(host.location), /responde 302/);
  host.answer = { type: 'text/html', body: '<html>' };
  assert.match(await why(host.location), /text\/html, e deve ser application\/jose/);
  assert.match(await why('10.0.0.1/qr/v2/abc'), /rede interna/);
  assert.match(await why('[fd00::1]/qr/v2/abc'), /rede interna/);
  assert.match(await why('[::ffff:192.168.0.1]/qr/v2/abc'), /rede interna/);
  assert.match(await why('169.254.169.254/latest'), /rede interna/);
  assert.match(await why('pix.sandbox.invalid/qr/v2/abc'), /ambiente de teste/);
  assert.match(await why('pix.simulador.example/qr/v2/abc'), /ambiente de teste/);
  bank.faults.add({ kind: 'silent_before', operation: 'readPayload' });
  const client = createBankClient(bank);
  const answer = await client.call('PUT', `/v2/cob/${createTxid()}`, chargeBody(bank, '1.00'));
  assert.match(await why(answer.body.location, { timeoutMs: 200 }), /o prazo acabou/);
  // The bank's authority is unknown to Node.
  assert.match(await why(answer.body.location, { authority: undefined }), /não responde/);
});

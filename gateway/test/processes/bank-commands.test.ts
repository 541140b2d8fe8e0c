import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { brazilianDayOf } from '#src/ground/brazilian-days.ts';
import { CHARGE, until } from '../support/gateway.ts';
import { spawnCli } from '../support/gateway-process.ts';
import { failedChecks, heldAtBank, startLiveGateway } from '../support/live.ts';
import { liveCommands } from '../support/live-cli.ts';

const DAY_MS = 24 * 60 * 60_000;
const live = await startLiveGateway({ after });
const { gateway, bank, shop, callbackUrl } = live;
const { keys } = shop;
const command = await liveCommands({ after }, live);
const secret = String(new URL(callbackUrl).pathname.split('/').at(-1));
const outputs: string[] = [];

/** Runs a command and stores its output. */
async function run(words: string) {
  const end = await command(...words.split(' '));
  outputs.push(end.stdout, end.stderr);
  return end;
}

async function inJson(words: string) {
  const { exitCode, stdout, stderr } = await run(`${words} --json`);
  return { exitCode, stderr, body: JSON.parse(stdout) };
}

test('a bank that offers no due-date charges passes, and one without any charges fails', async () => {
  bank.faults.add({ kind: 'error', operation: 'listDueCharges', status: 403 });
  const good = await run('bank check');
  assert.equal(good.exitCode, 0, good.stdout);
  assert.match(
    good.stdout,
    /charges: cob, lotecobv, loc, rec, cobr, locrec; o banco não libera cobv\n/,
  );
  bank.faults.add({ kind: 'error', operation: 'listCharges', status: 403 });
  const { exitCode, body } = await inJson('bank check');
  assert.deepEqual([exitCode, body.charges.ok, body.token.ok], [1, false, true]);
  bank.faults.clear();
});

test('before production each thing at the bank is checked, a line each', async () => {
  const good = await run('bank check');
  assert.equal(good.exitCode, 0, good.stdout);
  assert.match(
    good.stdout,
    /^ok {5}token: .+\nok {5}balance: R\$ 0,00\nok {5}webhook: .+\/banks\/efi\/\*\*\*\n/,
  );
  assert.match(good.stdout, /\nok {5}charges: cob, cobv, lotecobv, loc, rec, cobr, locrec\n/);
  assert.match(
    good.stdout,
    /\nok {5}disputes: .+\nok {5}recurring: sem PROVIDER_ACCOUNT_NUMBER .+\n$/,
  );
  assert.equal((await inJson('bank webhook remove')).body.removed, true);
  const without = await inJson('bank check');
  assert.deepEqual(
    [without.exitCode, without.body.ok, without.body.token.ok, without.body.webhook.ok],
    [1, false, true, false],
  );
  assert.equal((await inJson('bank webhook show')).body.url, null);
});

test('bank check --exam compares the bank with the document, and only reads', async () => {
  const charges = bank.snapshot().charges.length;
  const good = await run('bank check --exam');
  assert.equal(good.exitCode, 0, good.stderr);
  assert.match(good.stdout, /Nenhum desvio do documento\./);
  bank.deviations.add('pagesFromOne');
  const { exitCode, body } = await inJson('bank check --exam');
  bank.deviations.clear();
  const codes = body.deviations.map(({ code }: { code: string }) => code);
  assert.ok(codes.includes('listCharges.parametros.paginacao.paginaAtual'), codes);
  assert.deepEqual([exitCode, bank.snapshot().charges.length], [1, charges]);
  assert.equal((await run('bank check --exam --levels tudo')).exitCode, 2);
});

test('a bank that cannot be reached fails the check, and refuses the rest', async () => {
  bank.revokeTokens();
  bank.faults.add({ kind: 'error', operation: 'requestToken' });
  const { exitCode, body } = await inJson('bank check');
  assert.deepEqual([exitCode, body.token.ok, body.balance.ok], [1, false, false]);
  const shown = await inJson('bank webhook show');
  assert.deepEqual([shown.exitCode, shown.body.code], [1, 'provider_unavailable']);
  bank.faults.clear();
});

test('a bank that refuses the list of disputes fails the check', async () => {
  bank.faults.add({ kind: 'error', operation: 'listDisputes' });
  const { exitCode, body } = await inJson('bank check');
  assert.deepEqual([exitCode, body.ok, body.disputes.ok, body.token.ok], [1, false, false, true]);
  bank.faults.clear();
});

test('the own address is registered, by which the bank’s call-backs come in', async () => {
  const registered = await inJson('bank webhook register');
  assert.deepEqual([registered.exitCode, registered.stderr], [0, '']);
  const shown = await inJson('bank webhook show');
  assert.deepEqual(shown.body, { url: `${gateway.url}/banks/efi/***`, is_ours: true });
  const created = await gateway.call('POST', '/v1/pix/qrcode', { keys, body: CHARGE });
  const id = String(created.body.internal_id);
  bank.pay(id.replaceAll('-', ''));
  await until('the call-back came', async () => {
    const { body } = await gateway.call('GET', `/v1/transactions/${id}`, { keys });
    return body.status === 'paid';
  });
  const logged = await gateway.sql(
    "select action, details from audit_log where action like 'bank.%' order by id",
  );
  assert.deepEqual(
    logged.map(({ action }) => action),
    ['bank.webhook_removed', 'bank.webhook_registered'],
  );
  assert.ok(!JSON.stringify(logged).includes(secret));
});

test('another address may be registered, and shows that it is another', async () => {
  const other = 'https://pix.exemplo.com.br/banks/efi/um-segredo-de-outra-casa-qualquer';
  assert.equal((await inJson(`bank webhook register --url ${other}`)).exitCode, 0);
  const { body } = await inJson('bank webhook show');
  assert.deepEqual(body, { url: 'https://pix.exemplo.com.br/banks/efi/***', is_ours: false });
  const checked = await run('bank check');
  assert.equal(checked.exitCode, 1);
  assert.match(checked.stdout, /FALHA {2}webhook: outro endereço/);
  assert.equal((await run('bank webhook register')).exitCode, 0);
});

test('a day is compared now: 0 when all agrees, 1 when something differs or nobody answers', async () => {
  // A day without other payments.
  gateway.clock.advance(DAY_MS);
  const day = brazilianDayOf(gateway.clock.now());
  const { endToEndId } = bank.receiveWithoutCharge(4_200n, 'deoutrosistema0000000000000001');
  await until('it is booked', async () => {
    const rows = await gateway.sql('select from incoming_payments where end_to_end_id = $1', [
      endToEndId,
    ]);
    return rows.length === 1;
  });
  gateway.clock.advance(DAY_MS);
  const clean = await inJson(`reconcile --day ${day}`);
  assert.deepEqual([clean.exitCode, clean.body.clean, clean.body.received], [0, true, 1]);
  assert.match((await run(`reconcile --day ${day}`)).stdout, /Tudo confere\.\n$/);
  await gateway.sql('update incoming_payments set amount_centavos = 1 where end_to_end_id = $1', [
    endToEndId,
  ]);
  const unclean = await inJson(`reconcile --day ${day}`);
  assert.deepEqual([unclean.exitCode, unclean.body.clean], [1, false]);
  assert.deepEqual(unclean.body.differences, [
    {
      kind: 'incoming_payment_amount',
      subject: endToEndId,
      amount_here: 1,
      amount_at_bank: 4_200,
      words_here: null,
      words_at_bank: null,
    },
  ]);
  const kept = await gateway.sql('select is_clean from reconciliation_reports where day = $1', [
    day,
  ]);
  assert.deepEqual(kept, [{ is_clean: false }]);
  await gateway.sql(
    'update incoming_payments set amount_centavos = 4200 where end_to_end_id = $1',
    [endToEndId],
  );
  bank.faults.add({ kind: 'error', operation: 'listPayments' });
  const silent = await inJson(`reconcile --day ${day}`);
  assert.deepEqual([silent.exitCode, silent.body.code], [1, 'provider_unavailable']);
  bank.faults.clear();
});

test('a wrong call exits with 2, a day to come and no bank with 1', async () => {
  for (const words of [
    'bank webhook register --url nada',
    'bank webhook register --url ftp://a.example',
    'bank webhook',
    'reconcile',
    'reconcile --day ontem',
    'reconcile --day 2026-02-31',
    'incoming-payment list --limit 0',
  ]) {
    const { exitCode, stdout } = await run(words);
    assert.deepEqual([exitCode, stdout], [2, ''], words);
  }
  // A value that is found to be wrong while the command runs.
  const turned = await run('incoming-payment collect --from 2026-11-02 --to 2026-11-01');
  assert.deepEqual([turned.exitCode, turned.stdout], [2, '']);
  assert.match(turned.stderr, /^erro: --from .+\n\nUso: pix-gateway incoming-payment collect /);
  const early = await inJson('reconcile --day 2999-01-01');
  assert.deepEqual([early.exitCode, early.body.code], [1, 'day_invalid']);
  const { encryptionKey } = gateway.appContext.config;
  const env = {
    DATABASE_URL: gateway.connectionString,
    ENCRYPTION_KEY: encryptionKey?.toString('base64') ?? '',
  };
  const bankless = await spawnCli(env, 'bank', 'check', '--json');
  assert.deepEqual(
    [bankless.exitCode, JSON.parse(bankless.stdout).code],
    [1, 'provider_not_configured'],
  );
});

test('the secret of the call-back address stands in no output', () => {
  assert.ok(secret.length >= 24);
  for (const output of outputs) {
    assert.ok(!output.includes(secret), output);
    assert.ok(!output.includes('um-segredo-de-outra-casa'), output);
  }
});

test('what the bank charged and the operator took is booked, and merchants keep their balances', async () => {
  const before = await gateway.call('GET', '/v1/balance', { keys });
  const held = await heldAtBank(gateway);
  const taken = await run('ledger move --amount=-1290 --note tarifas');
  assert.equal(taken.exitCode, 0, taken.stderr);
  const added = await inJson('ledger move --amount 5000 --note aporte');
  assert.equal(added.body.amount, 5_000);
  assert.equal(await heldAtBank(gateway), held - 1_290n + 5_000n);
  const after = await gateway.call('GET', '/v1/balance', { keys });
  assert.deepEqual(after.body, before.body);
  const [change] = await gateway.sql("select details from audit_log where action = 'bank.moved'");
  assert.deepEqual(change?.details, { amount: -1_290, note: 'tarifas' });
  for (const wrong of ['0', '1.5', 'dez']) {
    assert.equal((await run(`ledger move --amount ${wrong} --note x`)).exitCode, 2);
  }
  assert.deepEqual(await failedChecks(gateway), []);
});

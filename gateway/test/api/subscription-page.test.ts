import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import jsQR from 'jsqr';
import { PNG } from 'pngjs';
import { businessDayFrom } from '#src/ground/business-days.ts';
import { createId } from '#src/ground/ids.ts';
import { createMerchantWithKeys } from '../support/gateway.ts';
import { daysAfter, SUBSCRIPTION, subscriptionClient } from '../support/subscriptions.ts';
import { startInBuckets } from '../support/two-buckets.ts';

const gateway = await startInBuckets({ after });
const DUE_ON = businessDayFrom(SUBSCRIPTION.first_due_on);

async function newShop() {
  const { keys, merchant } = await createMerchantWithKeys(gateway);
  return { keys, merchant, ...subscriptionClient(gateway, keys) };
}

const pathOf = (id: string): string => `/assinar/${id}`;

/** The page as text: no tags, one space between words. */
async function read(id: string, query = '') {
  const answer = await gateway.call('GET', `${pathOf(id)}${query}`);
  const words = answer.text
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('\u00a0', ' ')
    .replaceAll(/\s+/g, ' ');
  return { ...answer, words };
}

async function stateOf(id: string) {
  const { body } = await gateway.call<{ status: string; version: string }>(
    'GET',
    `${pathOf(id)}/state`,
  );
  return body;
}

const brazilian = (day: string): string => day.split('-').reverse().join('/');

test('the page says who, what, how much, how often, until when and how to authorize, and shows no payer', async () => {
  const shop = await newShop();
  const endsOn = daysAfter(SUBSCRIPTION.first_due_on, 400);
  const created = await shop.create({
    payer: { name: 'Paula Pagadora', document: '12345678909' },
    description: 'Plano <ouro>',
    reference: 'contrato-segredo',
    metadata: { plano: 'texto-segredo' },
    ends_on: endsOn,
  });
  const { code, page_url: path } = created.authorization as Record<string, string>;
  assert.equal(path, pathOf(created.internal_id));
  const { status, headers, text, words } = await read(created.internal_id);
  assert.equal(status, 200);
  assert.equal(headers.get('cache-control'), 'no-store');
  assert.equal(headers.get('referrer-policy'), 'no-referrer');
  assert.match(headers.get('x-robots-tag') ?? '', /noindex/);
  const policy = headers.get('content-security-policy') ?? '';
  assert.match(policy, /^default-src 'none'; script-src 'self'; style-src 'self'; /);
  assert.match(policy, /form-action 'none'; frame-ancestors 'none'$/);
  assert.doesNotMatch(text, /<script(?![^>]* src=)|<style|\sstyle=|\son\w+=/);
  for (const part of [
    shop.merchant.name,
    'CNPJ 11.222.333/0001-81',
    'R$ 100,00',
    'por mês',
    'Todo mês, no dia 15',
    `Primeiro débito ${brazilian(DUE_ON)}`,
    brazilian(endsOn),
    'três novas tentativas',
    'Como autorizar',
    'Nada sai da sua conta agora',
    'Uma conta do CPF ***.456.789-**',
    'Assinatura de teste',
    'Autorize até',
    `POST /v1/test/subscriptions/${created.internal_id}/authorize`,
  ]) {
    assert.ok(words.includes(part), `${part}: ${words}`);
  }
  assert.ok(text.includes('<p class="for">Plano &lt;ouro&gt;</p>'));
  assert.ok(text.includes(`>${code}</textarea>`));
  assert.doesNotMatch(text, /Paula|12345678909|123\.456\.789-09|segredo/);
});

test('the QR image of the page contains the code', async () => {
  const shop = await newShop();
  const created = await shop.create();
  const answer = await fetch(`${gateway.url}${pathOf(created.internal_id)}/qr.png`);
  const png = PNG.sync.read(Buffer.from(await answer.arrayBuffer()));
  const decoded = jsQR.default(new Uint8ClampedArray(png.data), png.width, png.height);
  assert.equal(decoded?.data, created.authorization.code);
});

test('each journey has its steps: a first payment, an offer after a payment, a request of the bank', async () => {
  const shop = await newShop();
  const both = await shop.create({
    journey: 'code_and_first_payment',
    first_payment: { amount: 2_500 },
  });
  const first = await read(both.internal_id);
  assert.match(first.words, /Pagamento agora R\$ 25,00/);
  assert.match(first.words, /Agora R\$ 25,00\. Depois R\$ 100,00 por mês\. Copiar/);
  assert.match(first.words, /o banco paga R\$ 25,00 agora e autoriza os próximos débitos/);
  const offer = await shop.create({
    journey: 'offer',
    amount: null,
    min_amount: 2_000,
    first_payment: { amount: 3_000 },
  });
  const offered = await read(offer.internal_id);
  assert.match(offered.words, /Valor variável A partir de R\$ 20,00 por mês\./);
  assert.match(offered.words, /Confira e pague R\$ 30,00\. Depois do pagamento, aceite/);
  const { first_transaction_id: charge } = offer;
  await shop.call('POST', `/v1/test/charges/${charge}/pay`);
  const paid = await read(offer.internal_id);
  assert.match(paid.words, /O pagamento de R\$ 30,00 foi feito\. Falta autorizar/);
  assert.doesNotMatch(paid.text, /<textarea|qr\.png/);
  const account = { ispb: '60746948', branch: '0001', number: '123456' };
  const push = await shop.create({
    journey: 'bank_push',
    payer: { ...SUBSCRIPTION.payer, account },
    retries: 'none',
  });
  const pushed = await read(push.internal_id);
  assert.match(pushed.words, /Em Pix Automático há um pedido de/);
  assert.match(pushed.words, /Não há tentativas em outros dias/);
  assert.doesNotMatch(pushed.text, /<textarea|qr\.png|123456|60746948/);
  const image = await gateway.call('GET', `${pathOf(push.internal_id)}/qr.png`);
  assert.deepEqual([image.status, image.body.code], [404, 'subscription_not_found']);
});

test('the page follows the subscription: authorized, debited, failed, retried, paused, canceled', async () => {
  const shop = await newShop();
  const clock = await shop.createClock(daysAfter(SUBSCRIPTION.first_due_on, -10));
  const { internal_id: id } = await shop.create({ clock_id: clock.id });
  const seen = [(await stateOf(id)).version];
  const changed = async (): Promise<string> => {
    const { status, version } = await stateOf(id);
    assert.ok(!seen.includes(version), version);
    seen.push(version);
    return status;
  };
  await shop.authorize(id);
  assert.equal(await changed(), 'authorized');
  const authorized = await read(id);
  assert.match(authorized.words, /Assinatura autorizada/);
  assert.ok(authorized.words.includes(`Próximo débito: R$ 100,00 em ${brazilian(DUE_ON)}.`));
  assert.match(authorized.words, /Como cancelar No app do seu banco, abra Pix Automático/);
  assert.doesNotMatch(authorized.text, /<textarea|qr\.png|http-equiv="refresh"/);
  assert.match(authorized.words, /POST \/v1\/test\/subscriptions\/[\w-]+\/cancel/);
  await shop.advanceTo(clock, `${daysAfter(DUE_ON, -2)}T15:00:00.000Z`);
  assert.equal(await changed(), 'authorized');
  await shop.fail(id, DUE_ON);
  const failed = await read(id);
  assert.ok(failed.words.includes(`O débito de R$ 100,00 de ${brazilian(DUE_ON)} não foi feito.`));
  assert.doesNotMatch(failed.words, /saldo no dia/);
  const on = daysAfter(DUE_ON, 2);
  await shop.retry(id, { on });
  const retried = await read(id);
  assert.ok(retried.words.includes(`Nova tentativa: R$ 100,00 em ${brazilian(on)}.`));
  assert.equal(await changed(), 'authorized');
  await shop.pause(id);
  assert.equal(await changed(), 'paused');
  const paused = await read(id);
  assert.ok(paused.words.includes('não faz novos débitos enquanto a assinatura está pausada'));
  assert.ok(paused.words.includes(`continua: R$ 100,00 em ${brazilian(on)}`));
  await shop.cancel(id);
  assert.equal(await changed(), 'canceled');
  const canceled = await read(id);
  assert.match(canceled.words, /cancelou a assinatura\. Não há novos débitos\./);
  assert.doesNotMatch(canceled.words, /Como cancelar/);
});

test('a refused subscription, one that was not authorized in time and one that ended each say so', async () => {
  const shop = await newShop();
  const refused = await shop.create();
  await shop.call('POST', `/v1/test/subscriptions/${refused.internal_id}/reject`, {});
  assert.match((await read(refused.internal_id)).words, /Assinatura recusada Nada será debitado/);
  const clock = await shop.createClock(daysAfter(SUBSCRIPTION.first_due_on, -10));
  const late = await shop.create({ clock_id: clock.id });
  const ending = await shop.create({
    clock_id: clock.id,
    ends_on: SUBSCRIPTION.first_due_on,
    retries: 'none',
  });
  await shop.authorize(ending.internal_id);
  await shop.advanceTo(clock, `${daysAfter(DUE_ON, 2)}T15:00:00.000Z`);
  assert.match((await read(late.internal_id)).words, /O prazo para autorizar acabou/);
  assert.match((await read(ending.internal_id)).words, /Assinatura encerrada O período combinado/);
});

test('a browser in English gets the page in English', async () => {
  const shop = await newShop();
  const { internal_id: id } = await shop.create();
  const { text, words } = await read(id, '?lang=en');
  assert.match(text, /<html lang="en">/);
  assert.match(words, /Every month, on day 15/);
  assert.match(words, /How to authorize/);
});

test('the page of an erased payer, an unknown id and a text that is no id are not found', async () => {
  const shop = await newShop();
  const { internal_id: erased } = await shop.create();
  await shop.cancel(erased);
  assert.equal((await read(erased)).status, 200);
  await gateway.sql(
    `update subscriptions set payer_name = 'Dados apagados (LGPD)', payer_document = '00000000000'
      where id = $1`,
    [erased],
  );
  const unknown = createId(gateway.clock.now());
  for (const id of [erased, unknown, 'nada', `${unknown}x`, "'; select 1"]) {
    const path = pathOf(encodeURIComponent(id));
    const page = await gateway.call('GET', path);
    assert.equal(page.status, 404, id);
    assert.match(page.text, /Assinatura não encontrada/);
    assert.match(page.headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/);
    for (const part of ['state', 'events', 'qr.png', 'logo']) {
      const { status, body } = await gateway.call('GET', `${path}/${part}`);
      assert.deepEqual([status, body.code], [404, 'subscription_not_found'], part);
    }
  }
});

test('an address that tries many ids is limited, and a valid link still works', async () => {
  const shop = await newShop();
  const { internal_id: id } = await shop.create();
  const codes: number[] = [];
  for (let number = 0; number < 130; number += 1) {
    const guess = createId(gateway.clock.now());
    codes.push((await gateway.call('GET', `${pathOf(guess)}/state`)).status);
  }
  assert.equal(codes.at(-1), 429);
  const page = await gateway.call('GET', pathOf(createId(gateway.clock.now())));
  assert.equal(page.status, 429);
  assert.match(page.text, /Muitas tentativas/);
  assert.equal((await read(id)).status, 200);
});

test('a live subscription has no test mark', async () => {
  const shop = await newShop();
  const { internal_id: id } = await shop.create();
  await gateway.sql(`update subscriptions set environment = 'live' where id = $1`, [id]);
  const { text } = await read(id);
  assert.doesNotMatch(text, /Assinatura de teste|\/v1\/test/);
});

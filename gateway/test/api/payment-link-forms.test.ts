import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createMerchantWithKeys, startGateway } from '../support/gateway.ts';
import { createPayers, type Link, PAYER } from '../support/payment-links.ts';
import { BEHIND_PROXY } from '../support/visitors.ts';

const gateway = await startGateway({ after }, { env: BEHIND_PROXY });
const { keys } = await createMerchantWithKeys(gateway);
const { visitor } = createPayers(gateway.url);

async function createLink(body: object): Promise<Link> {
  const answer = await gateway.call<Link>('POST', '/v1/payment-links', { keys, body });
  assert.equal(answer.status, 201, answer.text);
  return answer.body;
}

test('a form with characters that no database keeps is refused, and hurts no other payer', async () => {
  const link = await createLink({ title: 'Curso', amount: 5_000 });
  const [one, two] = [visitor(), visitor()];
  const hidden = ['a\0b@c.example', 'a\u200bb@c.example', 'a\u202eb@c.example'];
  for (const email of hidden) {
    const [refused, bought] = await Promise.all([one.buy(link, { email }), two.buy(link)]);
    assert.deepEqual([refused.hasFaults, bought.hasFaults], [true, false], JSON.stringify(email));
    assert.ok(bought.chargeId);
  }
  assert.ok((await one.buy(link, { name: 'a\0b' })).hasFaults);
  assert.ok((await one.buy(link, { document: '123.456.789-09\0' })).hasFaults);
});

test('the payer writes the amount of a free link within its limits', async () => {
  const link = await createLink({ title: 'Doação', min_amount: 500, max_amount: 100_000 });
  const payer = visitor();
  for (const [amount, fault] of [
    ['', /Informe o valor/],
    ['4,99', /R\$\s5,00 é o mínimo/],
    ['1.000,01', /R\$\s1\.000,00 é o máximo/],
    ['dez', /Informe o valor/],
  ] as const) {
    const refused = await payer.buy(link, { amount });
    assert.ok(refused.hasFaults, amount);
    assert.match(refused.text, fault);
    assert.match(refused.text, /value="Maria Silva"/);
  }
  const wrong = await payer.buy(link, { amount: '5', name: '', document: '1', email: 'x' });
  assert.equal(wrong.text.match(/aria-invalid/g)?.length, 3);
  const { chargeId } = await payer.buy(link, { amount: 'R$ 1.000,00' });
  const { body: charge } = await gateway.call('GET', `/v1/transactions/${chargeId}`, { keys });
  assert.equal(charge.amount, 100_000);
  const english = await payer.open(link, { 'accept-language': 'en' });
  assert.match(english.text, /<html lang="en">[\s\S]*Your full name/);
});

test('a long description stands below the price of a link', async () => {
  const description = Array.from({ length: 30 }, (_, line) => `linha ${line}`).join('\n');
  const link = await createLink({ title: 'Curso', amount: 5_000, description });
  const { text } = await visitor().open(link);
  assert.match(text, /class="amount">R\$\s50,00<[\s\S]*linha 0\n/);
});

test('a form with faults stays in its browser until it is corrected, for its link alone', async () => {
  const link = await createLink({ title: 'Doação', max_amount: 50_000 });
  const payer = visitor();
  const token = await payer.token(link);
  const refused = await payer.send(link, { ...PAYER, token, amount: '500,01' });
  assert.equal(refused.status, 303);
  const cookie = refused.headers.get('set-cookie') ?? '';
  assert.match(cookie, new RegExp(`; Path=${link.url}; Max-Age=300; HttpOnly; SameSite=Lax$`));
  assert.match(refused.text, new RegExp(`name="token" value="${token}"`));
  assert.match(refused.text, /R\$\s500,00 é o máximo/);
  const small = await payer.send(link, { ...PAYER, token, amount: '0,01' });
  assert.match(small.text, /O valor é baixo demais/);
  const long = 'ç'.repeat(600);
  const kept = await payer.send(link, { ...PAYER, token, amount: '1', name: long, email: long });
  assert.ok(Buffer.byteLength(kept.headers.get('set-cookie') ?? '') < 4_096);
  assert.match(kept.text, /Informe um e-mail válido/);
  for (const foreign of ['link-form=x', 'link-form=bnVsbA', 'link-form=e30', 'link-form=WzFd']) {
    assert.equal((await payer.open(link, { cookie: foreign })).status, 200);
  }
});

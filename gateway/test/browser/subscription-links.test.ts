import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import {
  assertAccessibleInBoth,
  assertFitsWidth,
  assertOnDeskAndPhone,
  continueSession,
  DESK,
  openBrowser,
  openPage,
} from '../support/browser.ts';
import { createMerchantWithKeys, startGateway } from '../support/gateway.ts';
import { signIn } from '../support/panel.ts';
import { createPayers, type Link, PAYER } from '../support/payment-links.ts';
import { subscriptionClient } from '../support/subscriptions.ts';

const PHONE = { width: 360, height: 640 };
const gateway = await startGateway({ after });
const browser = await openBrowser({ after });
const payers = createPayers(gateway.url);

test('a merchant makes a subscribing link in the panel, and a payer subscribes on a phone', async () => {
  const { merchant, keys } = await createMerchantWithKeys(gateway);
  const shop = subscriptionClient(gateway, keys);
  const page = await openPage(browser);
  await continueSession(page, gateway.url, await signIn(gateway, merchant));
  await page.goto(`${gateway.url}/painel/links`);
  await page.getByRole('button', { name: 'Novo link' }).first().click();
  await page.getByLabel('Título').fill('Clube do café');
  await page.getByLabel('Valor do link').fill('49,90');
  await page.getByText('Assinatura', { exact: true }).click();
  await page.getByLabel('Primeiro vencimento').selectOption('Em um dia do mês');
  await page.getByLabel('Dia do mês').fill('10');
  await page.getByLabel('Quantas cobranças').fill('12');
  assert.equal(await page.getByLabel('Estoque').count(), 0);
  await assertAccessibleInBoth(page, 'novo link de assinatura');
  await page.getByRole('button', { name: 'Criar link' }).click();
  await page.getByRole('heading', { name: 'Clube do café' }).waitFor();
  await page.getByText('No próximo dia 10').waitFor();
  await assertAccessibleInBoth(page, 'link de assinatura');
  const address = await page
    .getByRole('link', { name: 'Abrir página do link' })
    .getAttribute('href');

  const phone = await openPage(browser, { viewport: PHONE });
  await phone.goto(address ?? '');
  await phone.getByText('Todo mês, no dia 10.').waitFor();
  await phone.getByText('Termina depois de 12 débitos.').waitFor();
  await assertFitsWidth(phone, 'link de assinatura no telefone');
  await assertAccessibleInBoth(phone, 'link de assinatura no telefone');
  await phone.getByLabel('Seu nome completo').fill('Maria Silva');
  await phone.getByLabel('Seu CPF ou CNPJ').fill('12345678909');
  await phone.getByRole('button', { name: 'Continuar para autorizar' }).click();
  await phone.waitForURL(/\/assinar\//);
  await phone.getByRole('heading', { name: 'Como autorizar' }).waitFor();
  const id = phone.url().split('/assinar/')[1] ?? '';
  await shop.authorize(id);
  await phone.getByRole('heading', { name: 'Assinatura autorizada' }).waitFor();
  await Promise.all([page.close(), phone.close()]);
});

test('a subscribing link keeps its terms when it is edited, and can be changed to be paid once', async () => {
  const { merchant, keys } = await createMerchantWithKeys(gateway);
  const subscription = { interval: 'weekly', first_due_in_days: 7, retries: 'none' };
  const body = { title: 'Aula', amount: 8_000, subscription };
  const { body: link } = await gateway.call('POST', '/v1/payment-links', { keys, body });
  const read = async () =>
    (await gateway.call('GET', `/v1/payment-links/${link.id}`, { keys })).body;
  const page = await openPage(browser, { viewport: PHONE });
  await continueSession(page, gateway.url, await signIn(gateway, merchant));
  await page.goto(`${gateway.url}/painel/links/${link.id}`);
  const edit = async () => {
    await page.getByRole('button', { name: 'Editar' }).click();
    return page.getByRole('dialog');
  };
  const first = await edit();
  await first.getByLabel('Título').fill('Aula de violão');
  await assertFitsWidth(page, 'assinatura de um link');
  await first.getByRole('button', { name: 'Salvar' }).click();
  await page.getByRole('heading', { name: 'Aula de violão' }).waitFor();
  assert.deepEqual((await read()).subscription, link.subscription);
  const second = await edit();
  await second.getByText('Na hora', { exact: true }).click();
  await second.getByRole('button', { name: 'Salvar' }).click();
  await second.waitFor({ state: 'detached' });
  assert.equal((await read()).subscription, null);
  await page.close();
});

test('the page of a link shows who subscribed by it, and leads to the list of these subscriptions', async () => {
  const { merchant, keys } = await createMerchantWithKeys(gateway);
  const shop = subscriptionClient(gateway, keys);
  const subscription = { interval: 'monthly', first_due_in_days: 30 };
  const body = { title: 'Clube do café', amount: 4_990, subscription };
  const { body: link } = await gateway.call<Link>('POST', '/v1/payment-links', { keys, body });
  const subscribe = async (name: string): Promise<string> => {
    const visitor = payers.visitor();
    const form = { ...PAYER, name, token: await visitor.token(link) };
    const { headers } = await visitor.send(link, form);
    return headers.get('location')?.split('/assinar/')[1] ?? '';
  };
  const rosa = await subscribe('Rosa Prado');
  await subscribe('João Souza');
  await shop.authorize(rosa);
  await shop.create({ payer: { name: 'Ana Lima', document: '52998224725' } });
  const session = await signIn(gateway, merchant);
  const page = await openPage(browser, { viewport: DESK });
  await continueSession(page, gateway.url, session);
  await page.goto(`${gateway.url}/painel/links/${link.id}`);
  const subscribers = page.getByRole('region', { name: 'Quem assinou' });
  await subscribers.getByText('João Souza').waitFor();
  await subscribers.getByText('Rosa Prado').waitFor();
  await page.getByText('Assinaturas autorizadas').locator('..').getByText('1').waitFor();
  assert.equal(await page.getByRole('heading', { name: 'Compradores' }).count(), 0);
  await assertOnDeskAndPhone(
    page,
    'assinantes de um link',
    assertFitsWidth,
    assertAccessibleInBoth,
  );
  await subscribers.getByRole('link', { name: 'Ver em Assinaturas' }).click();
  await page.getByText('Só as assinaturas do link de pagamento “Clube do café”').waitFor();
  await page.getByText('João Souza').waitFor();
  assert.equal(await page.getByText('Ana Lima').count(), 0);
  await assertOnDeskAndPhone(page, 'assinaturas de um link', assertAccessibleInBoth);
  await page.getByLabel('Situação').selectOption('Autorizada');
  await page.getByText('João Souza').waitFor({ state: 'detached' });
  await page.getByRole('link', { name: /Rosa Prado/ }).click();
  await page.getByRole('link', { name: 'Abrir o link de pagamento' }).waitFor();
  await page.goBack();
  await page.getByRole('button', { name: 'Ver todas as assinaturas' }).click();
  await page.getByLabel('Situação').selectOption('Todas');
  await page.getByText('Ana Lima').waitFor();
  await page.close();
});

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Secret, TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import type { MemberRole } from '#src/ground/access/roles.ts';
import {
  assertAccessible,
  assertFitsWidth,
  assertStill,
  continueSession,
  openBrowser,
  openLoaded,
  openPage,
  PHONE,
  resize,
} from '../support/browser.ts';
import {
  CHARGE,
  createMerchantWithKeys,
  receivePayment,
  startGateway,
} from '../support/gateway.ts';
import { PASSWORD, signIn } from '../support/panel.ts';
import { startWebhookSink } from '../support/webhook-sink.ts';

const gateway = await startGateway({ after });
const browser = await openBrowser({ after });

async function openShop(memberRole: MemberRole = 'owner') {
  const { merchant, keys } = await createMerchantWithKeys(gateway);
  const owner = await signIn(gateway, merchant);
  const session = memberRole === 'owner' ? owner : await signIn(gateway, merchant, { memberRole });
  const open = async (options = {}) => {
    const page = await openPage(browser, options);
    await continueSession(page, gateway.url, session);
    return page;
  };
  return { merchant, keys, session, open };
}

const environmentShown = (page: Page) =>
  page.getByRole('radiogroup', { name: 'Ambiente' }).getByRole('radio', { checked: true });

test('a link contains its environment and opens it in another browser', async () => {
  const shop = await openShop();
  const page = await shop.open();
  await openLoaded(page, `${gateway.url}/painel/extrato`);
  await page.waitForURL(/ambiente=teste/);
  await page.getByRole('radiogroup', { name: 'Ambiente' }).getByText('Produção').click();
  await page.waitForURL(/ambiente=producao/);
  await page.getByRole('link', { name: 'Saques', exact: true }).click();
  await page.waitForURL(/\/painel\/saques\?ambiente=producao/);
  const other = await shop.open();
  await openLoaded(other, page.url());
  assert.equal(await environmentShown(other).inputValue(), 'live');
  await other.goBack();
  await openLoaded(other, `${gateway.url}/painel/saques?ambiente=teste`);
  assert.equal(await environmentShown(other).inputValue(), 'test');
  await page.close();
  await other.close();
});

test('the link back to a list keeps its search, and the environment that was chosen since', async () => {
  const shop = await openShop();
  await receivePayment(gateway, shop.keys, { ...CHARGE, external_id: 'pedido-77' });
  const page = await shop.open();
  await openLoaded(page, `${gateway.url}/painel/transacoes?busca=pedido-77&situacao=paid`);
  await page.getByRole('row', { name: /Maria Silva/ }).click();
  await page.getByRole('heading', { name: /R\$ 100,00/ }).waitFor();
  // The tab of the list has the same name.
  await page
    .getByRole('link', { name: 'Transações' })
    .and(page.locator('main a[data-print]'))
    .click();
  await page.getByRole('row', { name: /Maria Silva/ }).waitFor();
  assert.match(page.url(), /busca=pedido-77/);
  assert.match(page.url(), /situacao=paid/);
  await page.close();
});

test('a long address of a webhook fits a phone of 390 pixels', async () => {
  const shop = await openShop();
  const url = `https://example.com/${'caminho'.repeat(20)}?token=${'x'.repeat(80)}`;
  const body = { url };
  const made = await gateway.call('POST', '/v1/webhook-endpoints', { keys: shop.keys, body });
  const page = await shop.open({ viewport: { width: 390, height: 844 } });
  await openLoaded(page, `${gateway.url}/painel/webhooks/${made.body.id}`);
  await page.getByText(url).waitFor();
  await assertFitsWidth(page, 'webhook com endereço longo');
  await page.close();
});

test('a member of a new shop reads of test money only in the test environment', async () => {
  // Owners have the checklist of the first day, which names the environment of each step.
  const shop = await openShop('developer');
  const page = await shop.open();
  await openLoaded(page, `${gateway.url}/painel?ambiente=teste`);
  await page.getByText('seu primeiro Pix de teste.').waitFor();
  await openLoaded(page, `${gateway.url}/painel?ambiente=producao`);
  await page.getByText('você recebe seu primeiro Pix.').waitFor();
  await page.close();
});

test('production without a bank shows a notice and offers neither charges nor payouts', async () => {
  const shop = await openShop();
  const page = await shop.open();
  for (const path of ['saques', 'transacoes']) {
    await openLoaded(page, `${gateway.url}/painel/${path}?ambiente=producao`);
    await page.getByText('Produção sem banco conectado').waitFor();
    assert.equal(await page.getByRole('button', { name: /Novo saque|Nova cobrança/ }).count(), 0);
  }
  await assertAccessible(page, 'sem banco');
  await page.close();
});

test('a merchant that is not approved sees no action that would be refused', async () => {
  const shop = await openShop();
  await gateway.sql(`update merchants set status = 'suspended' where merchant_id = $1`, [
    shop.merchant.merchantId,
  ]);
  const page = await shop.open();
  const offers = /Novo saque|Nova cobrança|Nova transferência|Novo webhook|Nova chave/;
  for (const path of ['saques', 'transacoes', 'transferencias', 'webhooks', 'integracoes']) {
    await openLoaded(page, `${gateway.url}/painel/${path}`);
    assert.equal(await page.getByRole('button', { name: offers }).count(), 0, path);
  }
  await page.close();
});

test('a pending charge is canceled on its page', async () => {
  const shop = await openShop();
  const { body: charge } = await shop.session.call('POST', '/api/panel/test/charges', {
    body: CHARGE,
    headers: { 'idempotency-key': 'cobranca-1' },
  });
  const page = await shop.open();
  await openLoaded(page, `${gateway.url}/painel/transacoes/${charge.internal_id}`);
  await page.getByRole('button', { name: 'Cancelar cobrança' }).click();
  const dialog = page.getByRole('dialog', { name: /./ });
  await dialog.waitFor();
  await assertAccessible(page, 'cancelar cobrança');
  await dialog.getByRole('button', { name: 'Cancelar cobrança' }).click();
  await page.getByText('Cancelado').waitFor();
  await page.getByText('Cancelada').first().waitFor();
  await assertAccessible(page, 'cancelada');
  assert.equal(await page.getByRole('button', { name: 'Cancelar cobrança' }).count(), 0);
  await page.close();
});

test('a notification does not block clicks on the page below it', async () => {
  const shop = await openShop();
  const sink = await startWebhookSink({ after });
  const { body: hook } = await shop.session.call('POST', '/api/panel/test/webhooks', {
    body: { url: sink.url },
  });
  const page = await shop.open();
  await openLoaded(page, `${gateway.url}/painel/webhooks/${hook.id}`);
  await page.getByRole('button', { name: 'Enviar teste' }).click();
  const notice = page.getByText('Evento de teste enviado para a fila.');
  await notice.waitFor();
  await assertStill(page, 'notice');
  const box = await notice.boundingBox();
  assert.ok(box && box.y > 600 && box.x < 232, 'it stands below the menu');
  const hit = await page.evaluate<boolean>(
    `Boolean(document.elementFromPoint(${box.x + box.width / 2}, ${box.y + box.height / 2})
      ?.closest('[role="alert"], .mantine-Notification-root'))`,
  );
  assert.equal(hit, false);
  await page.close();
});

test('Esc does not close the dialog of a secret that is shown once', async () => {
  const shop = await openShop();
  const page = await shop.open();
  await openLoaded(page, `${gateway.url}/painel/webhooks`);
  await page.getByRole('button', { name: 'Novo webhook' }).first().click();
  await page.getByLabel('Endereço').fill('https://exemplo.com/avisos');
  await page.getByRole('button', { name: 'Criar webhook' }).click();
  const secret = page.getByRole('dialog').getByText(/^whsec_/);
  await secret.waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await assertAccessible(page, 'segredo');
  assert.equal(await secret.count(), 1);
  await page.getByRole('dialog').getByRole('button', { name: 'Fechar' }).click();
  await secret.waitFor({ state: 'detached' });
  await page.close();
});

test('after the second factor is turned on, the focus stays in its section', async () => {
  const shop = await openShop();
  const page = await shop.open();
  await openLoaded(page, `${gateway.url}/painel/conta`);
  await page.getByRole('button', { name: 'Ativar', exact: true }).click();
  await page.getByLabel('Senha atual').first().fill(PASSWORD);
  await page.getByRole('button', { name: 'Continuar' }).click();
  const key = await page.locator('code').first().innerText();
  await assertAccessible(page, 'second factor and its recovery codes');
  const totp = new TOTP({ secret: Secret.fromBase32(key) });
  await page.getByLabel('Código', { exact: true }).fill(totp.generate());
  await page.getByLabel('Guardei os códigos em lugar seguro').check();
  await page.getByRole('button', { name: 'Ativar', exact: true }).click();
  await page.getByRole('button', { name: 'Desativar' }).waitFor();
  const focused = await page.evaluate<string>('document.activeElement.textContent');
  assert.equal(focused, 'Verificação em duas etapas');
  await page.close();
});

test('at 360 px the largest amounts fit their cards and the chart’s days don’t overlap', async () => {
  const shop = await openShop();
  for (let payment = 0; payment < 3; payment += 1) {
    await receivePayment(gateway, shop.keys, {
      amount: 999_999_999_999,
      payer: { name: 'Maria Silva', document: '12345678909' },
    });
  }
  const page = await shop.open({ viewport: PHONE });
  await openLoaded(page, `${gateway.url}/painel`);
  await page.locator('.chart-name').first().waitFor();
  for (const viewport of [PHONE, { width: 1024, height: 800 }]) {
    await resize(page, viewport);
    await assertFitsWidth(page, 'início');
    const faults = await page.evaluate<string[]>(`(() => {
      const found = [];
      for (const value of document.querySelectorAll('.stat-card-value')) {
        if (value.scrollWidth > value.clientWidth) found.push(value.textContent);
      }
      const names = [...document.querySelectorAll('.chart-name')]
        .map((name) => name.getBoundingClientRect()).filter(({ width }) => width > 0);
      names.forEach((name, index) => {
        if (index > 0 && names[index - 1].right > name.left) found.push('names ' + index);
      });
      return found;
    })()`);
    assert.deepEqual(faults, [], `at ${viewport.width} px`);
  }
  await page.close();
});

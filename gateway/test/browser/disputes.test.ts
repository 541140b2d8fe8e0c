import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import {
  assertAccessible,
  assertFitsWidth,
  continueSession,
  openBrowser,
  openPage,
  PHONE,
} from '../support/browser.ts';
import { createDisputer } from '../support/disputes.ts';
import { CHARGE, startGateway } from '../support/gateway.ts';
import { FILES } from '../support/kyc.ts';
import { signIn, signInOperator } from '../support/panel.ts';

const gateway = await startGateway({ after });
const browser = await openBrowser({ after });
const { createPaid, dispute, read } = createDisputer(gateway);

test('a merchant defends a contested payment, and an operator closes it', async () => {
  const { keys, merchant, id } = await createPaid({ ...CHARGE, external_id: 'pedido-1001' });
  const disputeId = String((await dispute(keys, id, { amount: 4_000 })).body.internal_id);
  const page = await openPage(browser, { viewport: PHONE });
  await continueSession(page, gateway.url, await signIn(gateway, merchant));

  await page.goto(`${gateway.url}/painel/contestacoes`);
  const row = page.getByRole('row', { name: /Fraude.*Aberta.*Faltam \d dias.*40,00/ });
  await row.waitFor();
  await page.getByRole('button', { name: 'Mais' }).click();
  const places = page.getByRole('navigation', { name: 'Menu principal' });
  await places.getByRole('link', { name: /^Contestações\s*1 aguarda defesa$/ }).click();
  await row.getByText(/Faltam \d dias · \d\d\/\d\d\/\d{4}/).waitFor();
  await assertFitsWidth(page, 'contestações');
  await assertAccessible(page, 'contestações');
  await row.click();
  await page.getByRole('heading', { name: /Contestação · R\$ 40,00/ }).waitFor();
  await page.getByRole('row', { name: /Pagador Maria Silva\s*123\.456\.789-09/ }).waitFor();
  await page.getByRole('row', { name: 'Pedido pedido-1001' }).waitFor();
  await page.getByRole('link', { name: 'Comprovante' }).waitFor();
  await page.getByRole('button', { name: 'Começar com um modelo' }).click();
  const text = await page.getByLabel('Texto da defesa').inputValue();
  assert.match(text, /^Recebemos R\$\s100,00 de Maria Silva em \d\d\/\d\d\/\d{4}/);
  assert.match(text, /\nPedido: pedido-1001\.\nEndToEndId: E\w{31}\. Valor contestado: /);
  assert.match(text, /R\$\s40,00\.\nComo o comprador foi identificado: \n/);
  await assertFitsWidth(page, 'modelo de defesa');
  await writeDefense(page);
  await page.getByText('Em defesa').waitFor();
  await page.getByText('Rastreio BR123.').waitFor();
  await places.getByText('aguarda defesa').waitFor({ state: 'detached' });
  assert.equal((await read(keys, disputeId)).status, 'in_defense');
  await page.goto(`${gateway.url}/painel/transacoes/${id}`);
  await page.getByText('Contestação de R$ 40,00 aberta').waitFor();
  await page.close();

  const operator = await signInOperator(gateway);
  const desk = await openPage(browser);
  await continueSession(desk, gateway.url, operator);
  await desk.goto(`${gateway.url}/operador/contestacoes/${disputeId}`);
  await desk.getByText('Rastreio BR123.').waitFor();
  const saved = desk.waitForEvent('download');
  await desk.getByRole('link', { name: 'entrega.png' }).click();
  assert.equal((await saved).suggestedFilename(), 'entrega.png');
  await desk.getByRole('button', { name: 'Encerrar contestação' }).click();
  const dialog = desk.getByRole('dialog', { name: 'Encerrar contestação' });
  await dialog.getByLabel('Decisão do banco').selectOption('Rejeitada');
  await dialog.getByLabel('Motivo da operação').fill('Decisão do banco de 21/11.');
  await dialog.getByLabel('Código do aplicativo').fill(await operator.code());
  await assertAccessible(desk, 'encerramento');
  await dialog.getByRole('button', { name: 'Encerrar contestação' }).click();
  await desk.getByText('Rejeitada', { exact: true }).waitFor();
  const closed = await read(keys, disputeId);
  assert.deepEqual([closed.status, closed.blocked_amount], ['rejected', 0]);
  await desk.close();
});

/** An empty line of the template is refused; the draft outlives a reload; the review is final. */
async function writeDefense(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Revisar defesa' }).click();
  await page
    .getByText(/^Complete ou apague estas linhas do modelo: “Como o comprador.*“Entrega \(data/)
    .waitFor();
  await page.getByLabel('Texto da defesa').fill('Entregue em 18/11.\nRastreio BR123.');
  await assertAccessible(page, 'defesa');
  await attachFiles(page);
  await page.reload();
  await page.getByText('Entregue em 18/11.').waitFor();
  await page.getByRole('button', { name: 'Revisar defesa' }).click();
  const review = page.getByRole('dialog', { name: 'Revisar defesa' });
  await review.getByText('Arquivos de prova: entrega.png').waitFor();
  await review.getByText('A defesa é final').waitFor();
  await assertAccessible(page, 'defesa, conferência');
  await assertFitsWidth(page, 'defesa, conferência');
  await review.getByRole('button', { name: 'Enviar defesa' }).click();
}

/** Chooses files and drops one; a wrong one is named, and a removed one goes. */
async function attachFiles(page: Page): Promise<void> {
  const choose = async (files: readonly { name: string; mimeType: string; buffer: Buffer }[]) => {
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Anexar arquivos' }).click();
    await (await chooser).setFiles([...files]);
  };
  const png = { name: 'entrega.png', mimeType: 'image/png', buffer: FILES.png };
  const text = { name: 'nota.txt', mimeType: 'text/plain', buffer: Buffer.from('nota') };
  await choose([text, png]);
  await page.getByText('“nota.txt” não é PDF, PNG nem JPEG.').waitFor();
  await page.getByRole('link', { name: 'entrega.png' }).waitFor();
  const forged = Buffer.from('<script>1</script>');
  await choose([{ name: 'forjado.pdf', mimeType: 'application/pdf', buffer: forged }]);
  await page.getByText('O arquivo não é um PDF, PNG ou JPEG, ou está corrompido.').waitFor();
  await page.getByText('Nota fiscal, comprovante de entrega').evaluate((hint) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File(['%PDF-1.7 nota fiscal'], 'nota.pdf', { type: 'application/pdf' }));
    const event = { bubbles: true, cancelable: true, dataTransfer: transfer };
    hint.dispatchEvent(new DragEvent('drop', event));
  });
  await page.getByRole('link', { name: 'nota.pdf' }).waitFor();
  await assertFitsWidth(page, 'arquivos da defesa');
  await assertAccessible(page, 'arquivos da defesa');
  await page.getByRole('button', { name: 'Remover nota.pdf' }).click();
  await page.getByRole('link', { name: 'nota.pdf' }).waitFor({ state: 'detached' });
}

test('an English panel says that the template of a defence is in Portuguese', async () => {
  const { keys, merchant, id } = await createPaid();
  const disputeId = String((await dispute(keys, id)).body.internal_id);
  const page = await openPage(browser, { locale: 'en-US' });
  await continueSession(page, gateway.url, await signIn(gateway, merchant));
  await page.goto(`${gateway.url}/painel/contestacoes/${disputeId}`);
  await page.getByText('The template is in Portuguese, because the bank reads it').waitFor();
  await page.getByRole('button', { name: 'Start with a template' }).click();
  assert.match(await page.getByLabel('Text of the defence').inputValue(), /^Recebemos R\$\s100,00/);
  await page.close();
});

test('an operator sees the disputes of all merchants and opens one by hand', async () => {
  const operator = await signInOperator(gateway);
  const page = await openPage(browser);
  await continueSession(page, gateway.url, operator);
  await page.goto(`${gateway.url}/operador/contestacoes`);
  await page.getByText('Nenhuma contestação').waitFor();
  await assertAccessible(page, 'contestações do operador');
  await page.getByRole('button', { name: 'Abrir contestação' }).click();
  const dialog = page.getByRole('dialog', { name: 'Abrir contestação' });
  await dialog.getByLabel('EndToEndId do pagamento').fill('E99999008202611201200desconhecid0');
  await dialog.getByLabel('Motivo da operação').fill('Ofício 12.');
  await dialog.getByLabel('Código do aplicativo').fill(await operator.code());
  await assertAccessible(page, 'abertura');
  await dialog.getByRole('button', { name: 'Abrir contestação' }).click();
  await dialog.getByText('Transação não encontrada.').waitFor();
  await page.close();
});

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
  const row = page.getByRole('row', {
    name: /Maria Silva.*CPF \*\*\*\.456\.789-\*\*.*pedido-1001.*Aberta.*Faltam \d dias.*40,00/,
  });
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
  await assertFitsWidth(page, 'perguntas da defesa');
  await writeDefense(page);
  await page.getByText('Em defesa').waitFor();
  await page.getByText('Rastreio BR123.').waitFor();
  await places.getByText('aguarda defesa').waitFor({ state: 'detached' });
  const defended = await read(keys, disputeId);
  assert.equal(defended.status, 'in_defense');
  const parts = String(Object(defended.defense).text).split('\n\n');
  const [intro = '', order, payment = ''] = (parts[0] ?? '').split('\n');
  assert.match(intro, /^Recebemos R\$\s100,00 de Maria Silva em \d\d\/\d\d\/\d{4}/);
  assert.equal(order, 'Pedido: pedido-1001.');
  assert.match(payment, /^EndToEndId: E\w{31}\. Valor contestado: R\$\s40,00\.$/);
  assert.deepEqual(parts.slice(1), [
    'IDENTIFICAÇÃO DO COMPRADOR\nCadastro desde 2024.',
    'ENTREGA\nEntregue em 18/11.\nRastreio BR123.',
  ]);
  await page.goto(`${gateway.url}/painel/transacoes/${id}`);
  await page.getByText('Contestação de R$ 40,00 aberta').waitFor();
  await page.close();

  const operator = await signInOperator(gateway);
  const desk = await openPage(browser);
  await continueSession(desk, gateway.url, operator);
  await desk.goto(`${gateway.url}/operador/contestacoes/${disputeId}`);
  await desk.getByText('Rastreio BR123.').waitFor();
  const saved = desk.waitForEvent('download');
  await desk.getByRole('link', { name: 'Entrega - entrega.png' }).click();
  assert.equal((await saved).suggestedFilename(), 'Entrega - entrega.png');
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

const DELIVERY = 'O que foi entregue, quando, onde e como?';
const IDENTIFICATION = 'Quem é o comprador, e como você sabe?';

/** A defence without an answer is refused; the draft outlives a reload; the review is final. */
async function writeDefense(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Revisar defesa' }).click();
  await page.getByText('Responda a pelo menos uma pergunta.').waitFor();
  await page.getByLabel(IDENTIFICATION).fill('x'.repeat(1_000));
  await page.getByRole('button', { name: 'Revisar defesa' }).click();
  await page.getByText(/^O texto tem 1\d{3} caracteres, e o banco lê 1000\./).waitFor();
  await page.getByLabel(IDENTIFICATION).fill('Cadastro desde 2024.');
  await page.getByLabel(DELIVERY).fill('Entregue em 18/11.\nRastreio BR123.');
  await assertAccessible(page, 'defesa');
  await attachFiles(page);
  await page.reload();
  await page.getByText('Entregue em 18/11.').waitFor();
  await page.getByRole('button', { name: 'Revisar defesa' }).click();
  const review = page.getByRole('dialog', { name: 'Revisar defesa' });
  await review.getByText('Arquivos de prova: Entrega - entrega.png').waitFor();
  await review.getByText('A defesa é final').waitFor();
  await review.getByText('Sem resposta: O que vocês conversaram?').waitFor();
  await assertAccessible(page, 'defesa, conferência');
  await assertFitsWidth(page, 'defesa, conferência');
  await review.getByRole('button', { name: 'Enviar defesa' }).click();
}

/** Chooses files and drops one; a wrong one is named, and a removed one goes. */
async function attachFiles(page: Page): Promise<void> {
  const choose = async (
    files: readonly { name: string; mimeType: string; buffer: Buffer }[],
    question = DELIVERY,
  ) => {
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: `Anexar arquivos ${question}` }).click();
    await (await chooser).setFiles([...files]);
  };
  const png = { name: 'entrega.png', mimeType: 'image/png', buffer: FILES.png };
  const text = { name: 'nota.txt', mimeType: 'text/plain', buffer: Buffer.from('nota') };
  await choose([text, png]);
  await page.getByText('“nota.txt” não é PDF, PNG nem JPEG.').waitFor();
  await page.getByRole('link', { name: 'Entrega - entrega.png' }).waitFor();
  await choose([png], IDENTIFICATION);
  await page.getByText('“entrega.png” já está anexado como “Entrega - entrega.png”.').waitFor();
  const forged = Buffer.from('<script>1</script>');
  await choose([{ name: 'forjado.pdf', mimeType: 'application/pdf', buffer: forged }]);
  await page.getByText('O arquivo não é um PDF, PNG ou JPEG, ou está corrompido.').waitFor();
  const other = page.getByRole('button', { name: 'Anexar arquivos O que mais o banco' });
  await other.evaluate((button) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File(['%PDF-1.7 nota fiscal'], 'nota.pdf', { type: 'application/pdf' }));
    const event = { bubbles: true, cancelable: true, dataTransfer: transfer };
    button.dispatchEvent(new DragEvent('drop', event));
  });
  await page.getByRole('link', { name: 'nota.pdf' }).waitFor();
  await assertFitsWidth(page, 'arquivos da defesa');
  await assertAccessible(page, 'arquivos da defesa');
  await page.getByRole('button', { name: 'Remover nota.pdf' }).click();
  await page.getByRole('link', { name: 'nota.pdf' }).waitFor({ state: 'detached' });
}

test('an English panel says that the headings of a defence are in Portuguese', async () => {
  const { keys, merchant, id } = await createPaid();
  const disputeId = String((await dispute(keys, id)).body.internal_id);
  const page = await openPage(browser, { locale: 'en-US' });
  await continueSession(page, gateway.url, await signIn(gateway, merchant));
  await page.goto(`${gateway.url}/painel/contestacoes/${disputeId}`);
  await page.getByText('The headings are in Portuguese, because the bank reads them').waitFor();
  await page.getByLabel('What did you talk about?').fill('Prometido e entregue.');
  await page.getByRole('button', { name: 'Review defence' }).click();
  await page.getByRole('dialog').getByText('CONVERSA COM O COMPRADOR').waitFor();
  await page.close();
});

const reais = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' });

/** Lines of the template of a defence that older panels had. */
const OLD_LINES = [
  'Como o comprador foi identificado: ',
  'Entrega (data, transportadora e código de rastreio): ',
  'Conversas com o comprador: ',
];

/** The form of a defence, with the draft that an older panel has left. */
async function openOldDraft(draft: (paymentLine: string) => string) {
  const { keys, merchant, id } = await createPaid();
  const { internal_id: disputeId, end_to_end_id: endToEndId } = (await dispute(keys, id)).body;
  const page = await openPage(browser);
  await continueSession(page, gateway.url, await signIn(gateway, merchant));
  await page.goto(`${gateway.url}/painel`);
  const amount = reais.format(Number((await read(keys, disputeId)).amount) / 100);
  const old = draft(`EndToEndId: ${endToEndId}. Valor contestado: ${amount}.`);
  const keepDraft = (text: string) =>
    page.evaluate(
      ([key, value]) => localStorage.setItem(key ?? '', value ?? ''),
      [`defense-draft-${disputeId}`, text],
    );
  await keepDraft(old);
  await page.goto(`${gateway.url}/painel/contestacoes/${disputeId}`);
  await page.getByRole('link', { name: 'Comprovante' }).waitFor();
  const defended = async () => {
    await page.getByRole('button', { name: 'Revisar defesa' }).click();
    await page.getByRole('button', { name: 'Enviar defesa' }).click();
    await page.getByText('Em defesa').waitFor();
    return String(Object((await read(keys, disputeId)).defense).text);
  };
  return { page, endToEndId: String(endToEndId), defended, keepDraft };
}

test('a draft of an older panel loses its empty lines, and its facts are written once', async () => {
  const [identification, delivery, conversation] = OLD_LINES;
  const { page, defended } = await openOldDraft((payment) =>
    ['Recebemos R$ 100,00.', payment, identification, `${delivery}18/11.`, conversation].join('\n'),
  );
  const text = await defended();
  const lines = text.split('\n');
  assert.deepEqual(lines.slice(0, 2), ['OUTRAS INFORMAÇÕES', 'Recebemos R$ 100,00.']);
  assert.match(lines[2] ?? '', /^EndToEndId: /);
  assert.deepEqual(lines.slice(3), [`${delivery}18/11.`]);
  await page.close();
});

test('a template of an older panel that was not completed is no answer', async () => {
  const { page, keepDraft } = await openOldDraft(() => '{}');
  await page.getByLabel(DELIVERY).fill('Entregue.');
  await page.getByRole('button', { name: 'Revisar defesa' }).click();
  const text = await page.getByText(/^Recebemos .*Entregue\.$/s).textContent();
  const [facts = ''] = (text ?? '').split('\n\n');
  await keepDraft([facts, ...OLD_LINES].join('\n'));
  await page.reload();
  await page.getByText(facts).waitFor();
  await page.getByRole('button', { name: 'Revisar defesa' }).click();
  await page.getByText('Responda a pelo menos uma pergunta.').waitFor();
  await page.close();
});

test('a defence whose answer names the EndToEndId has the facts of the payment', async () => {
  const { page, endToEndId, defended } = await openOldDraft(() => '{}');
  await page.getByLabel(DELIVERY).fill(`Comprovante do ${endToEndId}.`);
  const text = await defended();
  assert.match(text, /^Recebemos R\$\s100,00 de Maria Silva/);
  assert.match(text, /ENTREGA\nComprovante do E\w{31}\.$/);
  await page.close();
});

test('the form of one dispute never has the answers of another one', async () => {
  const { keys, merchant, id } = await createPaid();
  const made = [
    await dispute(keys, id, { amount: 1_000 }),
    await dispute(keys, id, { amount: 2_000 }),
  ];
  const [first, second] = made.map(({ body }) => String(body.internal_id));
  const page = await openPage(browser);
  await continueSession(page, gateway.url, await signIn(gateway, merchant));
  await page.goto(`${gateway.url}/painel/contestacoes`);
  const row = (amount: RegExp) => page.getByRole('row', { name: amount }).getByRole('link');
  await row(/10,00/).click();
  await page.getByLabel(DELIVERY).fill('Do primeiro.');
  await page.getByRole('link', { name: 'Contestações' }).last().click();
  await row(/20,00/).click();
  await page.getByLabel(DELIVERY).fill('Do segundo.');
  await page.evaluate(() => history.go(-2));
  await page.getByRole('heading', { name: /R\$ 10,00/ }).waitFor();
  assert.equal(await page.getByLabel(DELIVERY).inputValue(), 'Do primeiro.');
  const drafts = await page.evaluate(
    (ids) => ids.map((one) => localStorage.getItem(`defense-draft-${one}`)),
    [first, second],
  );
  assert.deepEqual(drafts, ['{"delivery":"Do primeiro."}', '{"delivery":"Do segundo."}']);
  await page.getByRole('button', { name: 'Revisar defesa' }).click();
  await page.getByRole('button', { name: 'Enviar defesa' }).click();
  await page.getByText('Em defesa').waitFor();
  const [own, other] = [await read(keys, first), await read(keys, second)];
  assert.match(String(Object(own.defense).text), /Do primeiro\.$/);
  assert.deepEqual([other.status, other.defense], ['open', null]);
  await page.close();
});

test('a defence whose answer was lost is sent again and stored once', async () => {
  const { keys, merchant, id } = await createPaid();
  const disputeId = String((await dispute(keys, id)).body.internal_id);
  const page = await openPage(browser);
  await continueSession(page, gateway.url, await signIn(gateway, merchant));
  await page.goto(`${gateway.url}/painel/contestacoes/${disputeId}`);
  await page.getByLabel(DELIVERY).fill('Entregue.');
  await page.getByRole('button', { name: 'Revisar defesa' }).click();
  const keysSent: string[] = [];
  await page.route('**/defense', async (route) => {
    keysSent.push(route.request().headers()['idempotency-key'] ?? '');
    await route.fetch();
    await route.abort();
  });
  await page.getByRole('button', { name: 'Enviar defesa' }).click();
  await page.getByText('Pode tentar de novo aqui, sem mudar nada').waitFor();
  await page.unroute('**/defense');
  const again = page.waitForRequest('**/defense');
  await page.getByRole('button', { name: 'Enviar defesa' }).click();
  assert.deepEqual(keysSent, [(await again).headers()['idempotency-key']]);
  await page.getByText('Em defesa').waitFor();
  const rows = await gateway.sql(
    'select count(*)::int from dispute_defenses where dispute_id = $1',
    [disputeId],
  );
  assert.deepEqual(rows, [{ count: 1 }]);
  assert.equal(
    await page.evaluate((one) => localStorage.getItem(`defense-draft-${one}`), disputeId),
    null,
  );
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

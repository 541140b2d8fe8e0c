import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { addDays, brazilianDate, brazilianDayOf } from '#src/ground/brazilian-days.ts';
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
import { pdfTexts } from '../support/pdf-texts.ts';
import { chooseSheet, sendSheet } from '../support/send-sheet.ts';

const DAY = addDays(brazilianDayOf(Date.now()), 20);
const gateway = await startGateway({ after });
const browser = await openBrowser({ after });

/** A file of 60 charges, of which the amount of one can't be read. */
function fileOf(amount: string): string {
  const lines = [...Array(60)].map((_, index) => {
    const cell = index === 41 ? amount : '10,00';
    return `Pessoa ${index + 1};529.982.247-25;${cell};${brazilianDate(DAY)};ref-${index + 1}`;
  });
  return ['pagador;documento;valor;vencimento;referência', ...lines].join('\n');
}

test('a file is corrected, confirmed and printed', async () => {
  const { merchant, keys } = await createMerchantWithKeys(gateway);
  const session = await signIn(gateway, merchant);
  const page = await openPage(browser, { viewport: DESK });
  await continueSession(page, gateway.url, session);
  await page.goto(`${gateway.url}/painel/cobrancas-em-lote`);
  await page.getByText('Nenhum lote ainda').waitFor();
  await sendSheet(page, 'turma.csv', Buffer.from(fileOf('dez')));
  await page.getByRole('heading', { name: 'turma.csv' }).waitFor();
  const errors = page.getByRole('table', { name: 'Linhas com erro' });
  await errors.getByText('Valor: Valor não reconhecido').waitFor();
  assert.equal(await errors.getByRole('row', { name: /Pessoa/ }).count(), 1);
  const fine = page.getByRole('table', { name: 'Linhas do lote' });
  const [above, below] = [await errors.boundingBox(), await fine.boundingBox()];
  assert.ok((above?.y ?? 0) < (below?.y ?? 0), 'errors come first');
  await assertOnDeskAndPhone(page, 'lote com erro', assertFitsWidth, assertAccessibleInBoth);

  await page.getByRole('button', { name: 'Corrigir a linha 43' }).click();
  const form = page.getByRole('dialog', { name: 'Corrigir a linha 43' });
  assert.equal(await form.getByLabel('Valor').inputValue(), 'dez');
  await assertOnDeskAndPhone(page, 'corrigir linha', assertFitsWidth, assertAccessibleInBoth);
  await form.getByLabel('Valor').fill('20,00');
  await form.getByRole('button', { name: 'Conferir de novo' }).click();
  await form.waitFor({ state: 'detached' });
  await errors.waitFor({ state: 'detached' });

  await page.getByRole('button', { name: 'Criar cobranças' }).click();
  const question = page.getByRole('dialog', { name: 'Criar cobranças' });
  await question.getByText('60 cobranças serão criadas, no total de R$ 610,00.').waitFor();
  await question.getByRole('button', { name: 'Criar cobranças' }).click();
  const carne = page.getByRole('link', { name: 'Baixar carnê' });
  await carne.waitFor();
  await page.getByRole('link', { name: 'Pendente' }).first().waitFor();
  await assertOnDeskAndPhone(page, 'lote criado', assertFitsWidth, assertAccessibleInBoth);
  const path = String(await carne.getAttribute('href'));
  const pdf = await fetch(new URL(path, gateway.url), { headers: { cookie: session.cookie() } });
  const texts = pdfTexts(Buffer.from(await pdf.arrayBuffer()));
  assert.ok(texts.includes('60/60'), 'one document, so the payer has sixty charges');
  const made = await gateway.call<{ data: unknown[] }>('GET', '/v1/transactions?limit=100', {
    keys,
  });
  assert.equal(made.body.data.length, 60);
  await page.close();
});

test('the columns of a file are chosen, and kept for the next file with its headings', async () => {
  const { merchant } = await createMerchantWithKeys(gateway);
  const page = await openPage(browser, { viewport: DESK });
  await continueSession(page, gateway.url, await signIn(gateway, merchant));
  const heading = 'Turma;Quem paga;CPF/CNPJ;A pagar;Data limite';
  const file = Buffer.from(`${heading}\n7B;Ana;529.982.247-25;10,00;${brazilianDate(DAY)}`);
  await page.goto(`${gateway.url}/painel/cobrancas-em-lote`);
  const step = await chooseSheet(page, 'turma.csv', file);
  await step.getByText('Falta escolher a coluna de: Pagador, Valor, Vencimento.').waitFor();
  await step.getByText('Na primeira linha: 529.982.247-25').waitFor();
  assert.equal(await step.getByRole('columnheader', { name: 'Turma não usada' }).count(), 1);
  await assertOnDeskAndPhone(page, 'colunas do arquivo', assertFitsWidth, assertAccessibleInBoth);
  await step.getByLabel('Pagador').selectOption('Quem paga');
  await step.getByRole('button', { name: 'Conferir arquivo' }).click();
  await step.getByText('Escolha uma opção.').first().waitFor();
  await step.getByLabel('Valor').selectOption('A pagar');
  await step.getByLabel('Vencimento', { exact: true }).selectOption('Data limite');
  await step.getByLabel('Descrição').selectOption('Turma');
  await step.getByRole('button', { name: 'Conferir arquivo' }).click();
  const lines = page.getByRole('table', { name: 'Linhas do lote' });
  await lines.getByRole('row', { name: /Ana.*R\$\s10,00/ }).waitFor();
  await page.goto(`${gateway.url}/painel/cobrancas-em-lote`);
  const next = await chooseSheet(page, 'turma-2.csv', file);
  assert.equal(await next.getByText('Falta escolher').count(), 0);
  assert.equal(await next.getByLabel('Descrição').inputValue(), '0');
  await page.close();
});

test('a carnê of one payer is made by a form', async () => {
  const { merchant } = await createMerchantWithKeys(gateway);
  const page = await openPage(browser, { viewport: DESK });
  await continueSession(page, gateway.url, await signIn(gateway, merchant));
  await page.goto(`${gateway.url}/painel/cobrancas-em-lote`);
  await page.getByRole('button', { name: 'Novo carnê' }).click();
  const form = page.getByRole('dialog', { name: 'Novo carnê' });
  await form.getByLabel('Nome do carnê').fill('Curso de inglês');
  await form.getByLabel('Pagador').fill('Ana "Bia" Souza; filha');
  await form.getByLabel('CPF ou CNPJ').fill('52998224725');
  await form.getByLabel('Valor da parcela').fill('15000');
  await form.getByLabel('Parcelas').fill('3');
  await form.getByLabel('Primeiro vencimento').fill(DAY);
  await form.getByLabel('Multa').fill('2%');
  await assertOnDeskAndPhone(page, 'novo carnê', assertFitsWidth, assertAccessibleInBoth);
  await form.getByRole('button', { name: 'Conferir carnê' }).click();
  const lines = page.getByRole('table', { name: 'Linhas do lote' });
  await lines.getByText('Ana "Bia" Souza; filha').first().waitFor();
  assert.equal(await lines.getByText('R$ 150,00').count(), 3);
  await page.getByRole('heading', { name: 'Ana "Bia" Souza; filha: Curso de inglês' }).waitFor();
  await page.getByRole('button', { name: 'Descartar' }).click();
  const question = page.getByRole('dialog', { name: 'Descartar' });
  await question.getByRole('button', { name: 'Descartar' }).click();
  await page.getByText('Nenhum lote ainda').waitFor();
  await page.close();
});

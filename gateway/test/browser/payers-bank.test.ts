import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import {
  openRecurring,
  type RecurringBank,
  solicitationBody,
} from '../../../bank-simulator/test/support/recurring.ts';
import {
  assertAccessibleInBoth,
  assertFitsPhone,
  assertFitsWidth,
  assertOnDeskAndPhone,
  DESK,
  openBrowser,
  openPage,
  PHONE,
} from '../support/browser.ts';
import type { Cleanup } from '../support/cleanup.ts';

const browser = await openBrowser({ after });

/** Opens the page of the payer's bank, of a simulator with its own clock. */
async function openPayer(context: Cleanup, viewport: { width: number; height: number }) {
  const opened = await openRecurring(context as Parameters<typeof openRecurring>[0]);
  const page = await openPage(browser, { viewport });
  await page.goto(`${opened.bank.controlUrl}/pagador`);
  return { ...opened, page };
}

async function codeOf({ read }: RecurringBank, idRec: string, query = ''): Promise<string> {
  return (await read(`/v2/rec/${idRec}${query}`)).dadosQR.pixCopiaECola;
}

test('a payer authorises, limits and cancels', async (context) => {
  const opened = await openPayer(context, DESK);
  const { bank, page, createRecurrence, createCycle, goTo } = opened;
  const { idRec } = await createRecurrence({ valor: { valorMinimoRecebedor: '30.00' } });
  await page.getByLabel('Código copia e cola').fill(await codeOf(opened, idRec));
  await page.getByRole('button', { name: 'Ler código' }).click();
  await page.getByText('pede sua autorização: Assinatura de música').waitFor();
  await page.getByText('R$ 30,00').waitFor();
  await assertOnDeskAndPhone(page, 'pedido', assertFitsWidth, assertAccessibleInBoth);
  await page.getByLabel('Limite por cobrança (opcional)').fill('29,00');
  await page.getByRole('button', { name: 'Autorizar', exact: true }).click();
  await page.getByText('O limite é menor que o mínimo do recebedor').waitFor();
  await page.getByLabel('Limite por cobrança (opcional)').fill('40,00');
  await page.getByRole('button', { name: 'Autorizar', exact: true }).click();
  await page.getByText('Autorizado.').waitFor();
  assert.equal(bank.recurrence(idRec)?.limit, 4_000n);

  const { txid } = await createCycle(idRec);
  await goTo('2026-03-10T12:00:05.000Z');
  await page.getByRole('cell', { name: '20/03/2026 no vencimento: agendada' }).waitFor();
  await assertOnDeskAndPhone(page, 'autorização', assertFitsWidth);
  await assertFitsPhone(page, 'autorização');
  await assertOnDeskAndPhone(page, 'autorização', assertAccessibleInBoth);
  await page.getByLabel('Limite por cobrança', { exact: true }).fill('90,00');
  await page.getByRole('button', { name: 'Mudar limite' }).click();
  await page.getByText('Limite mudado.').waitFor();
  assert.equal(bank.recurrence(idRec)?.limit, 9_000n);
  await page.getByRole('button', { name: 'Cancelar este pagamento' }).click();
  await page.getByText('Pagamento cancelado.').waitFor();
  assert.equal(bank.recurringCharge(txid)?.status, 'CANCELADA');
  await page.getByRole('button', { name: 'Cancelar autorização' }).click();
  await page.getByText('Autorização cancelada.').waitFor();
  await page.getByRole('heading', { name: /Assinatura de música \(cancelada\)/ }).waitFor();
  assert.equal(bank.recurrence(idRec)?.closing?.code, 'SLDB');
  await page.close();
});

test('a pushed request is shown to the payer, who refuses it', async (context) => {
  const opened = await openPayer(context, DESK);
  const { bank, client, page, createRecurrence, goTo } = opened;
  const { idRec } = await createRecurrence();
  await client.call('POST', '/v2/solicrec', solicitationBody(idRec));
  await goTo('2026-03-10T12:00:05.000Z');
  await page.getByRole('button', { name: /^Ver pedido:.*Assinatura de música/ }).click();
  await page.getByRole('button', { name: 'Recusar' }).click();
  await page.getByText('Recusado.').waitFor();
  await page.getByText('AP13: O pagador recusou a autorização').waitFor();
  assert.equal(bank.recurrence(idRec)?.status, 'REJEITADA');
  await page.close();
});

test('one confirmation pays the first charge and authorises', async (context) => {
  const opened = await openPayer(context, PHONE);
  const { bank, page, createCharge, createRecurrence } = opened;
  const { txid } = await createCharge('35.00');
  const { idRec } = await createRecurrence({ ativacao: { dadosJornada: { txid } } });
  await page.getByLabel('Código copia e cola').fill(await codeOf(opened, idRec, `?txid=${txid}`));
  await page.getByRole('button', { name: 'Ler código' }).click();
  await page.getByRole('button', { name: 'Pagar R$ 35,00 e autorizar' }).click();
  await page.getByText('Autorizado.').waitFor();
  assert.equal(bank.charge(txid)?.status, 'CONCLUIDA');
  assert.equal(bank.recurrence(idRec)?.journey, 'JORNADA_3');
  await page.close();
});

test('a payer without balance is not debited until the evening, when the clock is moved', async (context) => {
  const { bank, page, createAuthorized, createCycle } = await openPayer(context, DESK);
  const { txid } = await createCycle((await createAuthorized()).idRec);
  await page.getByLabel('Saldo').fill('10,00');
  await page.getByRole('button', { name: 'Guardar conta' }).click();
  await page.getByText('Conta guardada.').waitFor();
  await page.getByRole('button', { name: 'Adiantar uma semana' }).click();
  await page.getByText('17/03/2026').waitFor();
  for (const [day, state] of [
    ['18', 'agendada'],
    ['19', 'agendada'],
    ['20', 'agendada'],
    ['21', 'sem saldo'],
  ]) {
    await page.getByRole('button', { name: 'Adiantar um dia' }).click();
    await page.getByText(`${day}/03/2026, 09:00:00`).waitFor();
    await page.getByRole('cell', { name: `20/03/2026 no vencimento: ${state}` }).waitFor();
  }
  assert.equal(bank.recurringCharge(txid)?.status, 'ATIVA');
  assert.equal(bank.snapshot().balance, 0n);
  await page.close();
});

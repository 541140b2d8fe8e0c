import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { brazilianDayOf } from '#src/ground/brazilian-days.ts';
import { openPaperBrand } from '#src/ground/pdf/paper-head.ts';
import { makeClosingFiles } from '#src/reports/closing-mails/attach-closings.ts';
import { CHARGE, until } from '../support/gateway.ts';
import { startLiveInBuckets } from '../support/live.ts';

const { gateway, bank, shop } = await startLiveInBuckets({ after });
const { appContext, clock } = gateway;
const { keys, merchant } = shop;
const deps = {
  database: appContext.database,
  clock,
  productName: 'Pix',
  bytesMax: 10_000_000,
  readPaperBrand: openPaperBrand(appContext.config.brand),
};

/** The paragraph that a mail with the closing of a day gets; its blanks are plain. */
async function noteOf(formats: readonly string[], language: 'pt-BR' | 'en', bytesMax?: number) {
  const day = brazilianDayOf(clock.now());
  const name = JSON.stringify({
    merchantId: merchant.merchantId,
    from: day,
    to: day,
    formats,
    language,
  });
  const { note } = await makeClosingFiles({ ...deps, ...(bytesMax && { bytesMax }) }, name);
  return note?.replaceAll(/[\s\u00a0]+/g, ' ');
}

test('a mail has the sums of the charges with a due date, and none without such charges', async () => {
  assert.equal(await noteOf(['csv'], 'pt-BR'), undefined);
  const today = brazilianDayOf(clock.now());
  const rebate = { type: 'fixed', value: 345 };
  const body = { ...CHARGE, amount: 12_345, due_date: today, rebate };
  const charge = await gateway.call('POST', '/v1/pix/qrcode', { keys, body });
  assert.equal(charge.status, 201, charge.text);
  const id = String(charge.body.internal_id);
  bank.pay(id.replaceAll('-', ''));
  await until('it is paid', async () => {
    const read = await gateway.call('GET', `/v1/transactions/${id}`, { keys });
    return read.body.status === 'paid';
  });
  const portuguese =
    'Com vencimento: 1 cobrança paga. Valor original R$ 123,45, multa R$ 0,00, juros R$ 0,00, ' +
    'abatimento R$ 3,45, desconto R$ 0,00, valor pago R$ 120,00.';
  for (const formats of [['ofx'], ['pdf', 'xlsx']]) {
    assert.equal(await noteOf(formats, 'pt-BR'), portuguese);
  }
  const english = await noteOf(['csv'], 'en');
  assert.match(String(english), /^With a due date: 1 charge was paid\. .*rebate R\$ ?3\.45/);
  // Without any file nothing was read.
  const tooLarge = String(await noteOf(['csv'], 'pt-BR', 1));
  assert.match(tooLarge, /^Estes arquivos são grandes demais/);
});

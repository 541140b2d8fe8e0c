import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { addDays, startOfBrazilianDay } from '#src/ground/brazilian-days.ts';
import { dueDayOf } from '#src/subscriptions/cycle-days.ts';
import { newTxid, openStandardClient } from '../support/api-pix.ts';
import { recClient } from '../support/api-pix-recs.ts';
import { isBlocked } from '../support/blocked-statements.ts';
import { startGateway, until } from '../support/gateway.ts';
import { pauseFirstRead } from '../support/paused-read.ts';

const HOUR_MS = 3_600_000;
const gateway = await startGateway({ after }, { buckets: 1 });
const { today, openMerchant, createLoc, createRec, subscriptionOf } = recClient(gateway);

interface Cobr extends Record<string, unknown> {
  readonly status: string;
  readonly pix?: readonly object[];
}

/** A charge of a cycle, and a function that lets its day come. */
async function openCobr() {
  const merchant = await openMerchant();
  const { id: loc } = await createLoc(merchant.client);
  const { idRec } = await createRec(merchant.client, { loc });
  const { internal_id: id } = await subscriptionOf(merchant);
  await merchant.subscriptions.authorize(id);
  const dataDeVencimento = addDays(today(), 30);
  const txid = newTxid();
  const made = await merchant.client.call('PUT', `/cobr/${txid}`, {
    idRec,
    calendario: { dataDeVencimento },
    valor: { original: '35.00' },
    recebedor: { agencia: '0001', conta: '1234567', tipoConta: 'CORRENTE' },
  });
  assert.equal(made.status, 201, made.text);
  const due = (startOfBrazilianDay(dueDayOf(dataDeVencimento)) ?? 0) + 12 * HOUR_MS;
  const pay = async () => {
    gateway.clock.advance(due - gateway.clock.now());
    await until('the cycle is paid', async () => {
      const [cycle] = await merchant.subscriptions.cycles(id);
      return cycle?.status === 'paid';
    });
  };
  const pathOfList = () => {
    const at = (ms: number) => new Date(gateway.clock.now() + ms).toISOString();
    return `/cobr?inicio=${at(-HOUR_MS)}&fim=${at(HOUR_MS)}`;
  };
  return { ...merchant, txid, pay, pathOfList };
}

for (const door of ['GET /cobr/{txid}', 'GET /cobr']) {
  test(`${door} shows a charge that is paid meanwhile as of one instant`, async () => {
    const { client, keys, txid, pay, pathOfList } = await openCobr();
    const isList = door === 'GET /cobr';
    const path = isList ? pathOfList() : `/cobr/${txid}`;
    const proceed = await pauseFirstRead(gateway, {
      table: 'charges',
      statement: 'join charges c on',
    });
    const reading = client.call<Cobr & { cobsr?: readonly Cobr[] }>('GET', path);
    await until('the read waits', () => isBlocked(gateway, 'join charges c on'));
    await pay();
    await proceed();
    const { body, text } = await reading;
    const shown = isList ? body.cobsr?.[0] : body;
    assert.ok(shown, text);
    assert.equal(shown.status === 'CONCLUIDA', shown.pix !== undefined, text);
    const later = await openStandardClient(gateway, keys);
    const after = (await later.call<Cobr>('GET', `/cobr/${txid}`)).body;
    assert.deepEqual([after.status, after.pix?.length], ['CONCLUIDA', 1]);
  });
}

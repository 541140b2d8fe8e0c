import assert from 'node:assert/strict';
import { Agent } from 'node:https';
import { test } from 'node:test';
import { compactVerify, decodeProtectedHeader, importJWK } from 'jose';
import type { BankSimulator } from '../src/bank-simulator.ts';
import { checksum, readBrCode, writeBrCode } from '../src/br-code.ts';
import { send } from './support/bank-client.ts';
import { findFaultsOf } from './support/published-api.ts';
import { openRecurring } from './support/recurring.ts';

const WHO = { name: 'Fulano de Tal', city: 'BRASILIA' };

/** The examples of API Pix 2.9.0, with their checksums. */
const EXAMPLES = [
  {
    parts: { recurrenceLocation: 'pix.example.com/qr/v2/rec/2353c790eefb11eaadc10242ac120002' },
    code:
      '00020126180014br.gov.bcb.pix5204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***' +
      '80800014br.gov.bcb.pix2558pix.example.com/qr/v2/rec/2353c790eefb11eaadc10242ac120002' +
      '630462C9',
  },
  {
    parts: {
      location: 'pix.example.com/qr/v2/8b3da2f39a4140d1a91abd93113bd441',
      recurrenceLocation: 'pix.example.com/qr/v2/rec/94ed2badcbc04c15b0bb7fa353194890',
    },
    code:
      '00020101021226760014br.gov.bcb.pix2554' +
      'pix.example.com/qr/v2/8b3da2f39a4140d1a91abd93113bd441' +
      '5204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***80800014br.gov.bcb.pix2558' +
      'pix.example.com/qr/v2/rec/94ed2badcbc04c15b0bb7fa35319489063047741',
  },
  {
    parts: {
      location: 'pix.example.com/qr/v2/cobv/1e6c54d3ec9449b7a7fc53b6b0f998e7',
      recurrenceLocation: 'pix.example.com/qr/v2/rec/3ffa640fa4f14080adccb949fa2dc0d0',
    },
    code:
      '00020101021226810014br.gov.bcb.pix2559' +
      'pix.example.com/qr/v2/cobv/1e6c54d3ec9449b7a7fc53b6b0f998e7' +
      '5204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***80800014br.gov.bcb.pix2558' +
      'pix.example.com/qr/v2/rec/3ffa640fa4f14080adccb949fa2dc0d06304A441',
  },
];

test('the codes of journeys 2, 3 and 4 are those of the published examples', () => {
  for (const { parts, code } of EXAMPLES) {
    assert.equal(writeBrCode({ ...WHO, ...parts }), code);
    assert.deepEqual(readBrCode(code), parts);
  }
});

test('a payer’s app reads a code whole, and refuses one with a rest or a field that comes twice', () => {
  const account = '26580014br.gov.bcb.pix01367d9f0335-8dcc-4054-9bf9-0dbd61d36906';
  const codeWith = (amount: string, inAccount = account, tail = '') => {
    const length = String(amount.length).padStart(2, '0');
    const paid = `520400005303986${amount === '' ? '' : `54${length}${amount}`}5802BR`;
    const names = '5910Loja Teste6008BRASILIA62070503***';
    const unsigned = `000201${inAccount}${paid}${names}${tail}6304`;
    return unsigned + checksum(unsigned);
  };
  assert.equal(readBrCode(codeWith('10.00'))?.amount, '10.00');
  assert.equal(readBrCode(codeWith('98.'))?.amount, '98.00');
  assert.equal(readBrCode(codeWith(''))?.key, '7d9f0335-8dcc-4054-9bf9-0dbd61d36906');
  const wrong = [
    ...['10,50', '-5.00', '10.505'].map((amount) => codeWith(amount)),
    codeWith('10.00', `${account.replace('2658', '2665')}0299abc`),
    codeWith('10.00', account.replace('0136', '0135')),
    codeWith('10.00', account, '5910OUTRO NOME'),
    codeWith('10.00', account, '540599.00'),
    `${codeWith('10.00')}54059999963040000`,
    codeWith('10.00') + codeWith('10.00'),
  ];
  for (const code of wrong) assert.equal(readBrCode(code), undefined, code);
});

test('a code that only authorises can’t be paid', async (context) => {
  const { bank, createRecurrence, read } = await openRecurring(context);
  const { idRec } = await createRecurrence();
  const { dadosQR } = await read(`/v2/rec/${idRec}`);
  assert.throws(() => bank.pay(dadosQR.pixCopiaECola), /só autoriza uma recorrência/);
});

function readLocation(bank: BankSimulator, location: string) {
  const agent = new Agent({ ca: bank.authority });
  return send(location, agent, { method: 'GET', headers: {} });
}

test('the payload of a recurrence is signed, fits the published API, and ends with it', async (context) => {
  const { bank, client, createRecurrence } = await openRecurring(context);
  const { idRec, loc } = await createRecurrence();
  const answer = await readLocation(bank, `https://${loc.location}`);
  assert.equal(answer.status, 200, answer.text);
  assert.match(String(answer.headers['content-type']), /^application\/jose/);
  const { jku, kid } = decodeProtectedHeader(answer.text);
  assert.equal(new URL(jku ?? '').host, loc.location.split('/')[0]);
  const { keys } = (await readLocation(bank, jku ?? '')).body;
  const key = keys.find((one: { kid: string }) => one.kid === kid);
  const { payload } = await compactVerify(answer.text, await importJWK(key));
  const content = JSON.parse(Buffer.from(payload).toString());
  assert.equal(content.idRec, idRec);
  assert.equal(content.recebedor.ispbParticipante, '99999004');
  assert.deepEqual(findFaultsOf('RecPayload', content), []);
  const { body: empty } = await client.call('POST', '/v2/locrec');
  const missing = await readLocation(bank, `https://${empty.location}`);
  assert.equal(missing.status, 404);
  assert.match(missing.body.type, /RecPayloadNaoEncontrado$/);
  await client.call('PATCH', `/v2/rec/${idRec}`, { status: 'CANCELADA' });
  const ended = await readLocation(bank, `https://${loc.location}`);
  assert.equal(ended.status, 400);
  assert.match(ended.body.type, /RecPayloadOperacaoInvalida$/);
});

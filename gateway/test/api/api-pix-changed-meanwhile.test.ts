import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { lineRefusal } from '#src/charges/batches/charge-batch.ts';
import { addDays, brazilianDayOf } from '#src/ground/brazilian-days.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { newTxid } from '../support/api-pix.ts';
import { type Loc, locationClient, placeOf } from '../support/api-pix-locations.ts';
import { isBlocked } from '../support/blocked-statements.ts';
import { startGateway, until } from '../support/gateway.ts';
import { finishedLot, type LotAnswer, lotCharge, periodAround, putLot } from '../support/lots.ts';
import { pauseFirstRead } from '../support/paused-read.ts';

const gateway = await startGateway({ after }, { buckets: 1 });
const { openMerchant, createLoc, made, put, drawn } = locationClient(gateway);

const dueOn = () => addDays(brazilianDayOf(gateway.clock.now()), 9);

/** Runs a request whose first read of a table waits while another request changes something. */
async function whileRead<Result>(
  read: { readonly table: string; readonly statement: string },
  request: () => Promise<Result>,
  change: () => Promise<unknown>,
): Promise<Result> {
  const proceed = await pauseFirstRead(gateway, read);
  const answer = request();
  await until('the read waits', () => isBlocked(gateway, read.statement));
  await change();
  await proceed();
  return answer;
}

interface Cob extends Record<string, unknown> {
  readonly valor: { readonly original: string };
}

const LOT_READS = {
  'GET /lotecobv/{id}': 'from api_pix_lots l where merchant_id = $1 and environment = $2 and name',
  'GET /lotecobv': 'order by created_at, number offset',
};

for (const [door, statement] of Object.entries(LOT_READS)) {
  test(`${door} shows a lot that is changed meanwhile as of one instant`, async () => {
    const { client } = await openMerchant();
    const charge = lotCharge(dueOn());
    await putLot(client, 'turma', [charge], 'antes');
    await finishedLot(client, 'turma');
    const isList = door === 'GET /lotecobv';
    const path = isList ? `/lotecobv${periodAround(gateway.clock.now())}` : '/lotecobv/turma';
    const { body, text } = await whileRead(
      { table: 'api_pix_lots', statement },
      () => client.call<LotAnswer & { lotes?: readonly LotAnswer[] }>('GET', path),
      async () => {
        // The key of another account: this change is refused at once.
        const cobsv = [{ txid: charge.txid, chave: 'outra@loja.example' }];
        const changed = await client.call('PATCH', '/lotecobv/turma', {
          descricao: 'depois',
          cobsv,
        });
        assert.equal(changed.status, 202, changed.text);
      },
    );
    const lot = isList ? body.lotes?.[0] : body;
    const status = lot?.cobsv[0]?.status;
    assert.equal(lot?.descricao === 'depois', status === 'NEGADA', text);
  });
}

test('a location is drawn with its own code while its charge moves to another one', async () => {
  const { client } = await openMerchant();
  const [one, other] = [await createLoc(client), await createLoc(client)];
  const { txid } = await made(client, 'cob', { loc: { id: one.id } });
  const { qrcode } = await whileRead(
    { table: 'api_pix_locations', statement: 'from api_pix_locations l where' },
    () => drawn(client, one.id),
    () => client.call('PATCH', `/cob/${txid}`, { loc: { id: other.id } }),
  );
  assert.ok(qrcode.includes(one.location), qrcode);
});

test('the own location of a charge keeps its address while the charge moves', async () => {
  const { client } = await openMerchant();
  const other = await createLoc(client);
  const charge = await made(client, 'cob');
  const own = placeOf(charge);
  const { body, text } = await whileRead(
    { table: 'api_pix_charges', statement: 'and has_location' },
    () => client.call<Loc & Record<string, unknown>>('GET', `/loc/${own.id}`),
    () => client.call('PATCH', `/cob/${charge.txid}`, { loc: { id: other.id } }),
  );
  assert.equal(body.location, own.location, text);
});

test('a line that another worker refuses meanwhile keeps neither txid nor location', async () => {
  const { client, merchant } = await openMerchant();
  const loc = await createLoc(client, 'cobv');
  const charge = { ...lotCharge(dueOn()), loc: { id: loc.id } };
  await whileRead(
    { table: 'charge_batch_lines', statement: "status = 'open' order by line, part limit" },
    () => putLot(client, 'atrasada', [charge]),
    () =>
      gateway.sql(
        `update charge_batch_lines set status = 'refused', refusal = $2, content = null,
          payer_document = null where merchant_id = $1`,
        [merchant.merchantId, lineRefusal(new Refusal('bank_unavailable_for_batch'))],
      ),
  );
  await until('the worker has finished the batch', async () => {
    const statement = 'select status from charge_batches where merchant_id = $1';
    const [batch] = await gateway.sql(statement, [merchant.merchantId]);
    return batch?.status === 'completed';
  });
  assert.equal((await client.call('GET', `/cobv/${charge.txid}`)).status, 404);
  assert.equal((await client.call('GET', `/loc/${loc.id}`)).body.txid, undefined);
  await putLot(client, 'atrasada', [charge]);
  const lot = await finishedLot(client, 'atrasada');
  assert.deepEqual(
    lot.cobsv.map(({ status }) => status),
    ['CRIADA'],
  );
});

test('a PATCH keeps the amount that another PATCH has changed meanwhile', async () => {
  const { client } = await openMerchant();
  const { txid } = await made(client, 'cob');
  const { status, body } = await whileRead(
    { table: 'api_pix_charges', statement: 'join api_pix_charges t on' },
    () => client.call<Cob>('PATCH', `/cob/${txid}`, { solicitacaoPagador: 'Pedido 42' }),
    () => client.call('PATCH', `/cob/${txid}`, { valor: { original: '250.00' } }),
  );
  assert.deepEqual([status, body.revisao, body.valor.original], [200, 2, '250.00']);
  const kept = (await client.call<Cob>('GET', `/cob/${txid}`)).body;
  assert.deepEqual([kept.valor.original, kept.solicitacaoPagador], ['250.00', 'Pedido 42']);
});

test('a repeated PUT compares amount and text of one instant, and answers what is kept', async () => {
  const { client } = await openMerchant();
  const txid = newTxid();
  await made(client, 'cob', { txid, solicitacaoPagador: 'antes' });
  const wanted = { valor: { original: '250.00' }, solicitacaoPagador: 'antes' };
  const { status, body } = await whileRead(
    { table: 'api_pix_charges', statement: 'join api_pix_charges t on' },
    () => put(client, 'cob', { txid, ...wanted }),
    () => client.call('PATCH', `/cob/${txid}`, { ...wanted, solicitacaoPagador: 'depois' }),
  );
  assert.equal(status, 201);
  const kept = (await client.call('GET', `/cob/${txid}`)).body;
  assert.deepEqual([kept.valor, kept.solicitacaoPagador], [body.valor, body.solicitacaoPagador]);
});

for (const kind of ['cob', 'cobv'] as const) {
  test(`a PATCH of /${kind} takes no location away that another charge has meanwhile`, async () => {
    const { client } = await openMerchant();
    const [first, second] = [await createLoc(client, kind), await createLoc(client, kind)];
    const { txid } = await made(client, kind, { loc: { id: first.id } });
    const other = await made(client, kind);
    const { status, text } = await whileRead(
      { table: 'api_pix_charges', statement: 'join api_pix_charges t on' },
      () => client.call('PATCH', `/${kind}/${txid}`, { loc: null }),
      async () => {
        const moves = [
          [txid, second.id],
          [other.txid, first.id],
        ];
        for (const [name, id] of moves) {
          const moved = await client.call('PATCH', `/${kind}/${name}`, { loc: { id } });
          assert.equal(moved.status, 200, moved.text);
        }
      },
    );
    assert.equal(status, 503, text);
    const owner = async ({ id }: Loc) => (await client.call('GET', `/loc/${id}`)).body.txid;
    assert.deepEqual([await owner(first), await owner(second)], [other.txid, txid]);
  });
}

for (const kind of ['cob', 'cobv'] as const) {
  for (const change of ['loc', 'loc: null', 'status'] as const) {
    test(`PATCH /${kind} with ${change} answers the amount that another one has set`, async () => {
      const { client } = await openMerchant();
      const loc = await createLoc(client, kind);
      const { txid } = await made(client, kind);
      const sent = {
        loc: { loc: { id: loc.id } },
        'loc: null': { loc: null },
        status: { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' },
      }[change];
      const path = `/${kind}/${txid}`;
      const { status, text, body } = await whileRead(
        { table: 'api_pix_charges', statement: 'join api_pix_charges t on' },
        () => client.call<Cob>('PATCH', path, sent),
        () => client.call('PATCH', path, { valor: { original: '250.00' } }),
      );
      assert.equal(status, 200, text);
      const kept = (await client.call<Cob>('GET', path)).body;
      const shown = ({ valor, revisao, status: state }: Cob) => [valor.original, revisao, state];
      assert.deepEqual(shown(body), shown(kept));
      assert.equal(kept.valor.original, '250.00');
    });
  }
}

test('a PATCH of a charge with a due date keeps the payer and texts of another PATCH', async () => {
  const { client } = await openMerchant();
  const { txid } = await made(client, 'cobv');
  const path = `/cobv/${txid}`;
  const changed = {
    devedor: { cnpj: '11222333000181', nome: 'Padaria da Esquina' },
    solicitacaoPagador: 'Pedido 42',
  };
  const { status, text, body } = await whileRead(
    { table: 'api_pix_charges', statement: 'join api_pix_charges t on' },
    () => client.call<Cob>('PATCH', path, { valor: { original: '250.00' } }),
    () => client.call('PATCH', path, changed),
  );
  assert.equal(status, 200, text);
  const kept = (await client.call<Cob>('GET', path)).body;
  for (const { valor, revisao, devedor, solicitacaoPagador } of [body, kept]) {
    assert.deepEqual([valor.original, revisao], ['250.00', 2]);
    assert.deepEqual({ devedor, solicitacaoPagador }, changed);
  }
});

test('a PUT of a charge with a due date sets the address that a PATCH has changed meanwhile', async () => {
  const { client } = await openMerchant();
  const home = { logradouro: 'Rua Um, 1', cidade: 'Recife', uf: 'PE', cep: '50010000' };
  const payer = { cpf: '52998224725', nome: 'Maria Souza', ...home };
  const { txid } = await made(client, 'cobv', { devedor: payer });
  const path = `/cobv/${txid}`;
  const { status, text } = await whileRead(
    { table: 'api_pix_charges', statement: 'join api_pix_charges t on' },
    () => put(client, 'cobv', { txid, devedor: payer, valor: { original: '250.00' } }),
    () => client.call('PATCH', path, { devedor: { ...payer, logradouro: 'Rua Dois, 2' } }),
  );
  assert.equal(status, 201, text);
  assert.deepEqual((await client.call('GET', path)).body.devedor, payer);
});

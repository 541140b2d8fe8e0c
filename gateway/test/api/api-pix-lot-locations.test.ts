import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { addDays, brazilianDayOf } from '#src/ground/brazilian-days.ts';
import { businessDayFrom } from '#src/ground/business-days.ts';
import type { StandardClient } from '../support/api-pix.ts';
import { locationClient, placeOf } from '../support/api-pix-locations.ts';
import { failedChecks } from '../support/live.ts';
import { finishedLot, type LotAnswer, lotCharge, putLot, statesOf } from '../support/lots.ts';
import { startInBuckets } from '../support/two-buckets.ts';

const gateway = await startInBuckets({ after });
const { openMerchant, createLoc, made, shownAt } = locationClient(gateway);
const DUE = businessDayFrom(addDays(brazilianDayOf(gateway.clock.now()), 9));
const charge = (change: object = {}) => lotCharge(DUE, change);

const read = async (client: StandardClient, txid: string) => {
  const { body } = await client.call<Parameters<typeof placeOf>[0]>('GET', `/cobv/${txid}`);
  return body;
};

/** The field and the reason of each refused charge, by its place in the lot. */
const faultsOf = ({ cobsv }: LotAnswer) =>
  cobsv.map(({ problema }) => {
    const [violation] = (problema?.violacoes ?? []) as { propriedade: string; razao?: string }[];
    return violation && [violation.propriedade, violation.razao];
  });

test('a charge of a lot is made at the free location that it names', async () => {
  const { client } = await openMerchant();
  const { id, location } = await createLoc(client, 'cobv');
  const [placed, other] = [charge({ loc: { id } }), charge()];
  await putLot(client, 'um', [placed, other]);
  assert.deepEqual(statesOf(await finishedLot(client, 'um')), ['CRIADA', 'CRIADA']);
  const shown = await read(client, placed.txid);
  assert.deepEqual([shown.location, placeOf(shown).id], [location, id]);
  assert.ok(shown.pixCopiaECola?.includes(location));
  assert.equal(await shownAt(location), placed.txid);
  const own = placeOf(await read(client, other.txid));
  assert.notEqual(own.id, id);
  assert.equal(await shownAt(own.location), other.txid);
  assert.deepEqual(await failedChecks(gateway), []);
});

test('each charge whose location is taken, unknown, foreign or of the other kind is refused alone', async () => {
  const { client } = await openMerchant();
  const stranger = await openMerchant();
  const free = await createLoc(client, 'cobv');
  const taken = await createLoc(client, 'cobv');
  await made(client, 'cobv', { loc: { id: taken.id } });
  const immediate = await createLoc(client, 'cob');
  const foreign = await createLoc(stranger.client, 'cobv');
  const named = (id: unknown) => charge({ loc: { id } });
  const cobsv = [taken.id, immediate.id, foreign.id, 12_345, free.id, free.id, 'um'].map(named);
  await putLot(client, 'faltas', cobsv);
  const lot = await finishedLot(client, 'faltas');
  const states = statesOf(lot);
  assert.deepEqual(states.indexOf('CRIADA'), 4, states.join());
  assert.equal(states.filter((state) => state === 'NEGADA').length, 6, states.join());
  const path = 'cobv.loc.id';
  const fault = (words: string) => [path, `O location referenciado por ${path} ${words}`];
  const unknown = fault('inexiste ou já está sendo utilizado por outra cobrança.');
  assert.deepEqual(faultsOf(lot), [
    fault('já está sendo utilizado por outra cobrança.'),
    fault('apresenta tipo "cob" (deveria ser "cobv").'),
    unknown,
    unknown,
    undefined,
    fault('já está em outra cobrança deste lote.'),
    [path, 'Informe em loc.id o número de um location.'],
  ]);
  assert.equal(await shownAt(foreign.location), 404, 'the location of a stranger stays free');
  assert.equal(await shownAt(free.location), cobsv[4]?.txid);
  // A refused charge is made by sending the lot again, without the location.
  const again = cobsv.map(({ txid, ...rest }, line) => {
    const { loc: _, ...bare } = rest as Record<string, unknown>;
    return line === 4 ? { txid, ...rest } : { txid, ...bare };
  });
  await putLot(client, 'faltas', again);
  assert.deepEqual(new Set(statesOf(await finishedLot(client, 'faltas'))), new Set(['CRIADA']));
  assert.deepEqual(await failedChecks(gateway), []);
});

test('of two lots that name one location, only one charge gets it', async () => {
  const { client } = await openMerchant();
  const { id, location } = await createLoc(client, 'cobv');
  const lots = ['a', 'b'].map((name) => ({ name, cobsv: [charge({ loc: { id } })] }));
  for (const { name, cobsv } of lots) await putLot(client, name, cobsv);
  const done = await Promise.all(lots.map(({ name }) => finishedLot(client, name)));
  assert.deepEqual(done.flatMap(statesOf).toSorted(), ['CRIADA', 'NEGADA']);
  const winner = done.flatMap(({ cobsv }) => cobsv).find(({ status }) => status === 'CRIADA');
  assert.equal(await shownAt(location), winner?.txid);
  assert.deepEqual(await failedChecks(gateway), []);
});

test('a charge of a lot moves to a location when the lot is sent again, or keeps its own', async () => {
  const { client } = await openMerchant();
  const cobsv = [charge(), charge()];
  await putLot(client, 'move', cobsv);
  await finishedLot(client, 'move');
  const [one, two] = cobsv.map(({ txid }) => txid);
  const own = placeOf(await read(client, String(two)));
  const { id, location } = await createLoc(client, 'cobv');
  const taken = placeOf(await made(client, 'cobv'));
  const patch = [
    { txid: one, loc: { id } },
    { txid: two, loc: { id: taken.id }, valor: { original: '9.00' } },
  ];
  const sent = await client.call('PATCH', '/lotecobv/move', { cobsv: patch });
  assert.equal(sent.status, 202, sent.text);
  const lot = await finishedLot(client, 'move');
  assert.deepEqual(statesOf(lot), ['CRIADA', 'NEGADA']);
  assert.deepEqual(faultsOf(lot)[1]?.[0], 'cobv.loc.id');
  const moved = await read(client, String(one));
  assert.deepEqual([placeOf(moved).id, moved.revisao], [id, 0]);
  assert.equal(await shownAt(location), one);
  const kept = await read(client, String(two));
  assert.deepEqual([placeOf(kept).id, kept.revisao], [own.id, 0], 'nothing of it has changed');
  assert.deepEqual(await failedChecks(gateway), []);
});

import assert from 'node:assert/strict';
import { after, type TestContext, test } from 'node:test';
import { parseBankProfile } from '#src/ground/config/bank-profile.ts';
import { centavos } from '#src/ground/money/centavos.ts';
import type { DeviationName } from '../../../../bank-simulator/src/bank-simulator.ts';
import { examined, startExaminedBank } from '../../../test/banking/examined-bank.ts';
import { openBank } from '../../../test/banking/open-for-test.ts';
import type { LiveBank } from '../live-bank.ts';
import type { ExamLevel } from './exam.ts';
import { writeProfile } from './write-profile.ts';

const examinedBank = await startExaminedBank({ after }, 'standard');
const { bank: simulator } = examinedBank;
const ORDER = {
  expiresInSeconds: 3_600,
  amount: centavos(100n),
  payer: { name: '', document: '' },
  merchantName: 'Padaria',
  merchantCity: 'Recife',
};
/** A scope that the simulated bank gives without asking, and that the exam doesn't know. */
const OWN_SCOPE = 'extrato.read';
let last = 0;
const newTxid = () => {
  last += 1;
  return `perfil${String(last).padStart(26, '0')}`;
};

/** Plays deviations, examines the bank and opens the adapter with and without the profile. */
async function adaptersOf(
  context: TestContext,
  names: readonly DeviationName[],
  levels: readonly ExamLevel[] = [],
) {
  simulator.deviations.clear();
  for (const name of names) simulator.deviations.add(name);
  const report = await examined(examinedBank, levels);
  // As the file is written and read.
  const profile = parseBankProfile(JSON.stringify(writeProfile(report)));
  const { authority, clientCertificate, clientId, clientSecret, pixKey } = simulator;
  const config = {
    provider: 'api-pix' as const,
    baseUrl: `${simulator.url}/v2`,
    tokenUrl: `${simulator.url}/oauth/token`,
    tokenBody: 'form' as const,
    clientId,
    clientSecret,
    pixKey,
    certificateAuthority: Buffer.from(authority),
    clientCertificate: {
      kind: 'pem' as const,
      certificate: Buffer.from(clientCertificate.cert),
      key: Buffer.from(clientCertificate.key),
    },
    receivingAccount: { branch: '0001', number: '1234567', type: 'payment' as const },
    timeoutMs: 10_000,
  };
  const open = (more: object): LiveBank => openBank(context, simulator, { ...config, ...more });
  const copings = [...new Set(report.deviations.map(({ copes }) => copes))];
  return { profile, copings, open, plain: open({}), profiled: open({ profile }) };
}

for (const name of ['notFoundWithCode', 'notFoundAs422'] as const) {
  test(`${name}: a missing record is missing with the profile only`, async (context) => {
    const { plain, profiled, profile, open } = await adaptersOf(context, [name]);
    assert.deepEqual([profile.errorNameFields, profile.notFoundNames], [['codigo'], ['PIX-4404']]);
    const before = await plain.receiving.findCharge(newTxid());
    assert.notEqual(before.kind, 'done');
    // The bank's error has a name that the profile doesn't know.
    const other = open({ profile: { ...profile, notFoundNames: ['PIX-9999'] } });
    assert.notEqual((await other.receiving.findCharge(newTxid())).kind, 'done');
    const found = await profiled.receiving.findCharge(newTxid());
    assert.deepEqual(found, { kind: 'done', value: undefined });
    const txid = newTxid();
    const made = await profiled.receiving.registerCharge({ ...ORDER, txid });
    assert.equal(made.kind, 'done');
    const kept = await profiled.receiving.findCharge(txid);
    assert.ok(kept.kind === 'done' && kept.value?.txid === txid);
  });
}

test('a profile asks for every scope that the token had without asking', async (context) => {
  const { profile } = await adaptersOf(context, ['narrowScopes']);
  assert.ok(profile.scopes?.includes('pix.read'));
  assert.ok(profile.scopes?.includes(OWN_SCOPE));
});

test('a bank that refuses unknown scopes is asked for those that receiving needs', async (context) => {
  const names = ['narrowScopes', 'otherScopesRefused'] as const;
  const { profile } = await adaptersOf(context, names);
  const receiving = ['cob', 'pix', 'webhook'].flatMap((name) => [`${name}.read`, `${name}.write`]);
  assert.deepEqual(profile.scopes?.toSorted(), [...receiving, OWN_SCOPE].toSorted());
});

test('with the profile the token asks for its scopes, without it the bank gives too few', async (context) => {
  const { plain, profiled, profile } = await adaptersOf(context, ['narrowScopes']);
  assert.ok(profile.scopes?.includes('pix.read'));
  const period = { from: Date.now() - 60_000, to: Date.now() };
  const before = await plain.receiving.listReceived(period, 0);
  assert.ok(before.kind === 'refused' && before.refusal.code === 'access_denied');
  assert.equal((await profiled.receiving.listReceived(period, 0)).kind, 'done');
});

test('of operations that the profile calls missing, lists are refused, all else is unavailable, and none is sent', async (context) => {
  const names = ['noDueCharges', 'noLots', 'noLocations', 'noAutomatic'] as const;
  const { plain, profiled, profile, open } = await adaptersOf(context, names, ['due', 'automatic']);
  // The list of lots is forbidden, which may also be a matter of scopes.
  assert.deepEqual(profile.missing, ['cobr', 'cobv', 'loc', 'rec']);
  const sent = simulator.requestLog.entries().length;
  for (const resource of ['cobv', 'loc'] as const) {
    const offered = await profiled.receiving.offers(resource, Date.now());
    assert.deepEqual(offered, { kind: 'done', value: false });
  }
  const located = await profiled.receiving.createLocation('due');
  assert.equal(located.kind, 'unavailable');
  const due = await profiled.receiving.findCharge(newTxid(), 'due');
  assert.equal(due.kind, 'unavailable');
  const { recurring } = open({ profile: { ...profile, missing: ['solicrec', 'webhookrec'] } });
  assert.ok(recurring);
  assert.equal((await recurring.registerCallbacks('https://loja.example/x')).kind, 'unavailable');
  assert.equal(simulator.requestLog.entries().length, sent);
  for (const missing of [['rec'], ['cobr']]) {
    assert.equal(open({ profile: { ...profile, missing } }).recurring, undefined);
  }
  assert.ok(plain.recurring);
  const made = await profiled.receiving.registerCharge({ ...ORDER, txid: newTxid() });
  assert.equal(made.kind, 'done');
});

test('a list without an answer alone does not make operations missing', async (context) => {
  const names = ['noDueCharges', 'noAutomatic'] as const;
  const { profile } = await adaptersOf(context, names, ['read']);
  assert.deepEqual(profile.missing, []);
});

test('call-backs as a bare array or a single payment, and newest first, need no setting', async (context) => {
  for (const name of ['bareCallbacks', 'singleCallbacks'] as const) {
    const levels = ['webhook', 'payments', 'charges'] as const;
    const { plain, profile, copings } = await adaptersOf(context, [name, 'newestFirst'], levels);
    assert.equal(profile.callbackBody, name === 'bareCallbacks' ? 'array' : 'single');
    assert.equal(profile.listOrder, 'newest_first');
    assert.deepEqual(copings, ['yes']);
    const notices = examinedBank.callbacks.received().flatMap(({ body }) => {
      return plain.readCallback(body) ?? [];
    });
    assert.equal(notices.filter(({ kind }) => kind === 'received').length, 1);
  }
});

test('what an exam says the adapter does not cope with is unknown to it, never a success', async (context) => {
  const names = ['amountAsNumber', 'creationWithoutZone', 'keyMissing', 'bareNotFound'] as const;
  for (const name of names) {
    const { profiled, copings } = await adaptersOf(context, [name], ['charges']);
    assert.ok(copings.includes('no'), name);
    const made = await profiled.receiving.registerCharge({ ...ORDER, txid: newTxid() });
    const found = await profiled.receiving.findCharge(newTxid());
    assert.ok([made.kind, found.kind].includes('unknown'), name);
  }
});

test('a profile without something that receiving needs is refused', () => {
  const profile = {
    bank: 'x',
    examinedOn: '2026-11-29',
    document: '2.9.0',
    dialect: 'standard',
    levels: [],
    deviations: {},
    missing: ['pix'],
    errorNameFields: [],
    notFoundNames: [],
  };
  assert.throws(() => parseBankProfile(JSON.stringify(profile)), /um banco sem pix/);
  assert.throws(() => parseBankProfile('[]'), /missing: esperada uma lista/);
  assert.throws(() => parseBankProfile('{'), /JSON/);
  const readable = parseBankProfile(JSON.stringify({ ...profile, missing: ['cobv'] }));
  assert.deepEqual([readable.missing, readable.scopes], [['cobv'], null]);
  const scopes = ['https://bank.example/auth/pix:read'];
  assert.deepEqual(parseBankProfile(JSON.stringify({ ...readable, scopes })).scopes, scopes);
});

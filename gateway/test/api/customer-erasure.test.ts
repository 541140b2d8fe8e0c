import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { ERASED_PAYER } from '#src/charges/erased-payer.ts';
import type { Merchant } from '#src/ground/access/merchant.ts';
import { addDays, brazilianDayOf } from '#src/ground/brazilian-days.ts';
import { MINUTE_MS } from '#src/ground/durations.ts';
import { allLedgerChecks } from '#src/host/ledger-checks.ts';
import { verifyLedger } from '#src/ledger/verify.ts';
import { createCustomerIndexer } from '#src/reports/customers/link-customers.ts';
import { createSearchPacker } from '#src/reports/transactions/pack-search-chunks.ts';
import { openStandardClient } from '../support/api-pix.ts';
import { createDisputer } from '../support/disputes.ts';
import { CHARGE, createMerchantWithKeys, type Keys, until } from '../support/gateway.ts';
import { FILES } from '../support/kyc.ts';
import { finishedLot, lotCharge, putLot, statesOf } from '../support/lots.ts';
import { startMailServer } from '../support/mail-server.ts';
import { signIn } from '../support/panel.ts';
import { payerMailClient } from '../support/payer-mails.ts';
import { createRefunder } from '../support/refunds.ts';
import { subscriptionClient } from '../support/subscriptions.ts';
import { startInBuckets } from '../support/two-buckets.ts';
import { openEndpoint } from '../support/webhook-sink.ts';

const server = await startMailServer({ after });
const gateway = await startInBuckets({ after }, { env: { SMTP_URL: server.url } });
const { turnOn, states } = payerMailClient(gateway);
const disputer = createDisputer(gateway);

const MARK = 'zefirina';
const ZEFIRINA = {
  name: 'Zefirina Souza',
  document: '83726451902',
  email: 'zefirina@casa.example',
};
const OTHER = { name: 'Rosa Prado', document: '11122233344', email: 'rosa@casa.example' };

/** The tables, in all buckets, with a row that has the mark or the document of the person. */
async function tablesWithPerson(): Promise<string[]> {
  const tables = await gateway.sql(
    `select format('%I.%I', nspname, relname) as name from pg_class
      join pg_namespace n on n.oid = relnamespace
    where relkind = 'r' and nspname !~ '^pg_' and nspname <> 'information_schema' order by 1`,
  );
  const found = [];
  for (const name of new Set(tables.map((table) => String(table.name)))) {
    const [row] = await gateway.sql(
      `select exists (select from ${name} t
        where t::text ilike '%${MARK}%' or t::text like '%${ZEFIRINA.document}%') as found`,
    );
    if (row?.found === true) found.push(name.replace(/^b\d+\./, ''));
  }
  return found;
}

async function charge(keys: Keys, payer: object, more: object = {}) {
  const body = { ...CHARGE, payer, ...more };
  const { key = '', ...rest } = body as { key?: string };
  const headers = key === '' ? {} : { 'idempotency-key': key };
  const made = await gateway.call('POST', '/v1/pix/qrcode', { keys, headers, body: rest });
  assert.equal(made.status, 201, made.text);
  gateway.clock.advance(1);
  return { id: String(made.body.internal_id), text: made.text };
}

/** A charge with a due date that was changed, so that the address is in two tables. */
async function chargeWithAddress(keys: Keys) {
  const place = { street: `Rua ${MARK}, 1`, city: 'Recife', state: 'PE' };
  const payer = { ...ZEFIRINA, address: { ...place, postal_code: '50030230' } };
  const due = { due_date: addDays(brazilianDayOf(gateway.clock.now()), 9) };
  const made = await charge(keys, payer, due);
  const body = { fine: { type: 'percent', value: 200 } };
  const change = await gateway.call('PATCH', `/v1/transactions/${made.id}`, { keys, body });
  assert.equal(change.status, 200, change.text);
  return made;
}

/** The body of a subscription whose texts and account name the person. */
function subscriptionOfPerson() {
  const account = { ispb: '60746948', number: '123456', branch: MARK };
  return {
    reference: 'contrato-77',
    description: 'Aulas da Zefirina',
    amount: 10_000,
    payer: { ...ZEFIRINA, account },
    interval: 'monthly',
    retries: 'none',
    journey: 'bank_push',
    first_due_on: addDays(brazilianDayOf(gateway.clock.now()), 30),
    metadata: { aluna: MARK },
  };
}

/** A subscription that was authorized and canceled, with its events. */
async function canceledSubscription(keys: Keys): Promise<void> {
  const body = subscriptionOfPerson();
  const made = await gateway.call('POST', '/v1/subscriptions', { keys, body });
  assert.equal(made.status, 201, made.text);
  const id = made.body.internal_id;
  for (const path of [`/v1/test/subscriptions/${id}/authorize`, `/v1/subscriptions/${id}/cancel`]) {
    const { status, text } = await gateway.call('POST', path, { keys });
    assert.equal(status, 200, text);
  }
}

async function pay(keys: Keys, id: string): Promise<void> {
  const { status, text } = await gateway.call('POST', `/v1/test/charges/${id}/pay`, { keys });
  assert.equal(status, 200, text);
}

async function customerId(keys: Keys, document: string): Promise<string> {
  const path = `/v1/customers?search=${document}`;
  const { body } = await gateway.call<{ data: { id: string }[] }>('GET', path, { keys });
  const [customer] = body.data;
  assert.ok(customer);
  return customer.id;
}

const erase = (keys: Keys, id: string) => gateway.call('DELETE', `/v1/customers/${id}`, { keys });

/** Waits until the webhooks have arrived and their results are written. */
function deliveriesEnd(): Promise<unknown> {
  return until('deliveries end', async () => {
    const rows = await gateway.sql(`select from webhook_deliveries where status = 'pending'`);
    return rows.length === 0;
  });
}

/** Lets a person of a team have the address of the payer: in test only a team is mailed. */
async function joinTeam(merchant: Merchant) {
  const { email } = await signIn(gateway, merchant, { memberRole: 'viewer' });
  const rename = (from: string, to: string) =>
    gateway.sql('update auth."user" set "email" = $2 where "email" = $1', [from, to]);
  await rename(email, ZEFIRINA.email);
  return { leave: () => rename(ZEFIRINA.email, email) };
}

async function receiptIsMailed(keys: Keys, id: string): Promise<void> {
  gateway.clock.advance(2 * MINUTE_MS);
  await until('the receipt is mailed', async () =>
    (await states(keys, id)).includes('receipt sent'),
  );
}

test('after an erasure no table has the person, and the books are the same', async () => {
  const { keys, merchant } = await createMerchantWithKeys(gateway);
  const recipient = await createMerchantWithKeys(gateway);
  const sink = await openEndpoint({ after }, gateway, merchant);
  // A receiver may repeat the event in its answer, and the gateway keeps the beginning of it.
  sink.answerWith(({ rawBody }, response) => response.writeHead(200).end(rawBody.slice(0, 900)));
  const member = await signIn(gateway, merchant);
  const team = await joinTeam(merchant);
  await turnOn(keys, { receipts: true });
  const first = await charge(keys, ZEFIRINA, {
    key: 'primeira-cobranca',
    description: 'Aula da Zefirina',
    external_id: 'pedido-77',
    utm: { utm_content: MARK },
  });
  const second = await charge(keys, ZEFIRINA, {
    split: [{ username: recipient.username, percentage: 10 }],
  });
  const third = await chargeWithAddress(keys).finally(() => canceledSubscription(keys));
  const kept = await charge(keys, OTHER);
  await Promise.all([first, second, third, kept].map(({ id }) => pay(keys, id)));
  const refund = await gateway.call('POST', `/v1/transactions/${first.id}/refund`, {
    keys,
    headers: { 'idempotency-key': 'devolucao-da-aula' },
    body: { amount: 500, reason: 'A Zefirina desistiu' },
  });
  assert.equal(refund.status, 201, refund.text);
  const { body: dispute } = await disputer.dispute(keys, second.id);
  const proof = { name: 'aula-da-zefirina.pdf', content: FILES.pdf.toString('base64') };
  const path = `/v1/disputes/${dispute.internal_id}/files`;
  assert.equal((await gateway.call('POST', path, { keys, body: proof })).status, 201);
  await disputer.defend(keys, dispute.internal_id, 'Zefirina recebeu a aula.');
  await disputer.close(keys, dispute.internal_id, 'rejected');
  const id = await customerId(keys, ZEFIRINA.document);
  const note = { text: 'Zefirina prefere o WhatsApp.' };
  const noted = await member.call('POST', `/api/panel/test/customers/${id}/notes`, { body: note });
  assert.equal(noted.status, 201, noted.text);
  await createRefunder(gateway).endRefunds().then(deliveriesEnd);
  await receiptIsMailed(keys, second.id).then(team.leave);
  const before = await facts(keys, [first.id, second.id]);
  assert.ok((await tablesWithPerson()).length >= 7, 'the person is not in the tables of the test');

  const erased = await erase(keys, id);
  assert.equal(erased.status, 200, erased.text);
  assert.deepEqual([erased.body.status, erased.body.erased_charges], ['done', 3]);
  assert.deepEqual(await tablesWithPerson(), []);
  assert.deepEqual(await facts(keys, [first.id, second.id]), before);
  const { body: read } = await gateway.call('GET', `/v1/transactions/${first.id}`, { keys });
  assert.deepEqual(read.payer, ERASED_PAYER);
  const { body: other } = await gateway.call('GET', `/v1/transactions/${kept.id}`, { keys });
  assert.deepEqual(other.payer, OTHER);
  const gone = await gateway.call('GET', `/v1/customers/${id}`, { keys });
  assert.equal(gone.body.code, 'customer_not_found');
  const again = await charge(keys, ZEFIRINA, {
    key: 'primeira-cobranca',
    description: 'Aula da Zefirina',
    external_id: 'pedido-77',
    utm: { utm_content: MARK },
  });
  assert.equal(again.text, first.text);
  assert.ok((await verifyLedger(gateway.appContext.database, allLedgerChecks)).isClean);
});

/** What the books need of charges. */
async function facts(keys: Keys, ids: readonly string[]): Promise<unknown[]> {
  const read = [];
  for (const id of ids) {
    const { body } = await gateway.call('GET', `/v1/transactions/${id}`, { keys });
    const { payer: _payer, description: _text, utm: _utm, refunds: _refunds, ...rest } = body;
    read.push(rest);
  }
  return [...read, (await gateway.call('GET', '/v1/balance', { keys })).body];
}

test('the audit log says who asked for the erasure and when, without the person', async () => {
  const { keys, merchant } = await createMerchantWithKeys(gateway);
  const { id: charged } = await charge(keys, OTHER);
  await pay(keys, charged);
  const id = await customerId(keys, OTHER.document);
  assert.equal((await gateway.call('GET', `/v1/customers/${id}/export`, { keys })).status, 200);
  assert.equal((await erase(keys, id)).status, 200);
  const rows = await gateway.sql(
    `select action, actor_name, subject, details::text as details from audit_log
      where merchant_id = '${merchant.merchantId}' and action like 'customer.%' order by id`,
  );
  assert.deepEqual(
    rows.map(({ action, actor_name: actor, subject }) => [action, actor, subject]),
    [
      ['customer.exported', keys['client-id'], id],
      ['customer.erased', keys['client-id'], id],
    ],
  );
  assert.ok(!JSON.stringify(rows).includes(OTHER.document));
  assert.ok(!JSON.stringify(rows).includes('Rosa'));
});

test('a customer whose line of a batch has no charge yet is not erased', async () => {
  const { merchant, keys } = await createMerchantWithKeys(gateway);
  const paid = await charge(keys, ZEFIRINA);
  await pay(keys, paid.id);
  const id = await customerId(keys, ZEFIRINA.document);
  const session = await signIn(gateway, merchant);
  const day = addDays(brazilianDayOf(gateway.clock.now()), 30);
  const row = `${ZEFIRINA.name};${ZEFIRINA.document};1,00;${day}`;
  const content = Buffer.from(`pagador;documento;valor;vencimento\n${row}`).toString('base64');
  const path = '/api/panel/test/charge-batches';
  const file = { file_name: 'turma.csv', content };
  const checked = await session.call('POST', path, { body: file });
  assert.equal(checked.status, 201, checked.text);
  assert.equal((await erase(keys, id)).body.code, 'customer_has_open_charges');
  await session.call('POST', `${path}/${checked.body.id}/discard`);
  assert.equal((await erase(keys, id)).status, 200);
  assert.deepEqual(await tablesWithPerson(), []);
});

test('a customer whom a waiting change of a lot names is not erased, and lots keep no person', async () => {
  const { merchant, keys } = await createMerchantWithKeys(gateway);
  const client = await openStandardClient(gateway, keys);
  const { name: nome, document: cpf, email } = ZEFIRINA;
  const day = addDays(brazilianDayOf(gateway.clock.now()), 30);
  const line = lotCharge(day, { devedor: { cpf, nome, email } });
  const refused = lotCharge(day, { devedor: { cpf, nome, email: `${MARK}\u0000` } });
  await putLot(client, 'turma', [line, refused]);
  assert.deepEqual(statesOf(await finishedLot(client, 'turma')), ['CRIADA', 'NEGADA']);
  const cobsv = [{ txid: line.txid, devedor: { cpf, nome, email: `${MARK}\u0000` } }];
  assert.equal((await client.call('PATCH', '/lotecobv/turma', { cobsv })).status, 202);
  assert.deepEqual(statesOf(await finishedLot(client, 'turma')), ['NEGADA', 'NEGADA']);
  const path = `/v1/transactions?external_id=${line.txid}`;
  const { body } = await gateway.call<{ data: { internal_id: string }[] }>('GET', path, { keys });
  await pay(keys, String(body.data[0]?.internal_id));
  const id = await customerId(keys, cpf);
  const setChange = (change: object | null, document: string | null) =>
    gateway.sql(
      `update api_pix_lot_lines set change = $2, payer_document = $3
       where merchant_id = $1 and line = 0`,
      [merchant.merchantId, change, document],
    );
  await setChange({ method: 'PATCH', body: { devedor: { cpf, nome } } }, cpf);
  assert.equal((await erase(keys, id)).body.code, 'customer_has_open_charges');
  await setChange(null, null);
  assert.equal((await erase(keys, id)).status, 200);
  assert.deepEqual(await tablesWithPerson(), []);
});

test('a customer with a subscription that has not ended is not erased', async () => {
  const { keys } = await createMerchantWithKeys(gateway);
  const paid = await charge(keys, ZEFIRINA);
  await pay(keys, paid.id);
  const body = subscriptionOfPerson();
  const made = await gateway.call('POST', '/v1/subscriptions', { keys, body });
  const id = await customerId(keys, ZEFIRINA.document);
  assert.equal((await erase(keys, id)).body.code, 'customer_has_open_charges');
  await gateway.call('POST', `/v1/subscriptions/${made.body.internal_id}/cancel`, { keys });
  assert.equal((await erase(keys, id)).status, 200);
  const read = await gateway.call<{ payer: { name: string } }>(
    'GET',
    `/v1/subscriptions/${made.body.internal_id}`,
    { keys },
  );
  assert.equal(read.body.payer.name, ERASED_PAYER.name);
});

test('a customer with a pending charge or an open dispute is not erased', async () => {
  const { keys } = await createMerchantWithKeys(gateway);
  const pending = await charge(keys, OTHER);
  const id = await customerId(keys, OTHER.document);
  const refusal = async () => {
    const { status, body } = await erase(keys, id);
    return [status, body.code];
  };
  assert.deepEqual(await refusal(), [409, 'customer_has_open_charges']);
  await pay(keys, pending.id);
  const { body: dispute } = await disputer.dispute(keys, pending.id);
  assert.deepEqual(await refusal(), [409, 'customer_has_open_charges']);
  await disputer.close(keys, dispute.internal_id, 'rejected');
  assert.deepEqual((await erase(keys, id)).status, 200);
});

test('a person who pays again after an erasure is a new customer without the old charges', async () => {
  const { keys } = await createMerchantWithKeys(gateway);
  const old = await charge(keys, OTHER);
  await pay(keys, old.id);
  await erase(keys, await customerId(keys, OTHER.document));
  const { id: fresh } = await charge(keys, OTHER);
  const id = await customerId(keys, OTHER.document);
  const path = `/v1/transactions?customer=${id}`;
  const { body } = await gateway.call<{ data: { internal_id: string }[] }>('GET', path, { keys });
  assert.deepEqual(
    body.data.map(({ internal_id: charged }) => charged),
    [fresh],
  );
});

test('the export of a customer has everything that the merchant knows of the person', async () => {
  const { keys, merchant } = await createMerchantWithKeys(gateway);
  const member = await signIn(gateway, merchant);
  const { id: charged } = await charge(keys, OTHER, { description: 'Aula de violão' });
  await pay(keys, charged);
  await disputer.dispute(keys, charged);
  const { email: _, ...payer } = OTHER;
  await subscriptionClient(gateway, keys).create({ payer, reference: 'contrato-7' });
  const id = await customerId(keys, OTHER.document);
  await member.call('POST', `/api/panel/test/customers/${id}/notes`, {
    body: { text: 'Liga às terças.' },
  });
  const { body, status } = await gateway.call('GET', `/v1/customers/${id}/export`, { keys });
  assert.equal(status, 200);
  const { customer, charges, notes, disputes } = body as Record<string, Record<string, unknown>[]>;
  assert.equal((customer as unknown as { document: string }).document, OTHER.document);
  assert.deepEqual(
    charges?.map(({ internal_id: one, description }) => [one, description]),
    [[charged, 'Aula de violão']],
  );
  assert.deepEqual(
    notes?.map(({ text }) => text),
    ['Liga às terças.'],
  );
  assert.equal(disputes?.length, 1);
  const [subscription] = body.subscriptions as { reference: string }[];
  assert.equal(subscription?.reference, 'contrato-7');
  assert.equal(body.is_complete, true);
});

test('an erasure takes the person out of the packed lines of the search', async () => {
  const { merchant } = await createMerchantWithKeys(gateway);
  const count = 4_096;
  await gateway.sql(
    `insert into charges (merchant_id, environment, id, status, amount_centavos, fee_centavos,
      payer_name, payer_document, qrcode, created_at, expires_at, is_simulated)
    select merchant_id, 'live', (lpad(to_hex(1730000000000 + n * 1000), 12, '0') || '70008000'
      || lpad(to_hex(n), 12, '0'))::uuid, 'expired', 100000 + n, 1,
      case when n % 1000 = 7 then 'Zefirina Souza' else 'Rosa Prado' end,
      case when n % 1000 = 7 then '${ZEFIRINA.document}' else '${OTHER.document}' end, 'x',
      to_timestamp(1730000000 + n), to_timestamp(1730086400 + n), false
    from generate_series(1, ${count}) as n, bucket_merchants where merchant_id = $1`,
    [merchant.merchantId],
  );
  const [packer, indexer] = [
    createSearchPacker(gateway.appContext),
    createCustomerIndexer(gateway.appContext),
  ];
  for (const bucket of gateway.appContext.database.buckets.all()) {
    for (let round = 0; round < 40; round += 1) {
      await packer(bucket);
      await indexer(bucket);
    }
  }
  const member = await signIn(gateway, merchant, { hasSecondFactor: true });
  const found = async (text: string, list: string) => {
    const path = `/api/panel/live/${list}?search=${encodeURIComponent(text)}`;
    return (await member.call<{ data: { id: string }[] }>('GET', path)).body.data;
  };
  assert.equal((await found('zefirina', 'transactions')).length, 5);
  const [customer] = await found('zefirina', 'customers');
  assert.ok(customer);
  const path = `/api/panel/live/customers/${customer.id}/erase`;
  const uncoded = await member.call('POST', path, { body: {} });
  assert.equal(uncoded.body.code, 'second_factor_invalid');
  const erased = await member.callWithCode('POST', path);
  assert.equal(erased.status, 200, erased.text);
  assert.equal(erased.body.erased_charges, 5);
  assert.deepEqual(await found('zefirina', 'transactions'), []);
  assert.deepEqual(await tablesWithPerson(), []);
  assert.equal((await found('apagados', 'transactions')).length, 5);
  assert.equal((await found('rosa', 'transactions')).length, 20);
});

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setSettlementTerms } from '#src/accounts/merchants/set-settlement-terms.ts';
import { commandActor } from '#src/ground/access/actor.ts';
import { addDays, brazilianDayOf, startOfKnownDay } from '#src/ground/brazilian-days.ts';
import { readReceiptKey } from '#src/ground/database/installation.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#src/ground/durations.ts';
import type { Mailer } from '#src/ground/mail/mailer.ts';
import { createMailSender } from '#src/ground/mail/send-mails.ts';
import { openPaperBrand } from '#src/ground/pdf/paper-head.ts';
import { settleDuePayments } from '#src/ledger/settlements/settle-due.ts';
import { makeClosingFiles } from '#src/reports/closing-mails/attach-closings.ts';
import { currentFirstDay, dueAfter } from '#src/reports/closing-mails/closing-period.ts';
import { writeClosingMails } from '#src/reports/closing-mails/write-closing-mails.ts';
import { CHARGE, createMerchantWithKeys, type Keys, until } from '../support/gateway.ts';
import { startLiveInBuckets } from '../support/live.ts';
import { startMailServer } from '../support/mail-server.ts';
import { openSession, type PanelSession, signIn } from '../support/panel.ts';

const { gateway, bank } = await startLiveInBuckets({ after }, { env: { TRUST_PROXY: 'true' } });
const { appContext, clock } = gateway;
const PATH = '/api/panel/closing-mails';
const VISITOR = '/api/account/closing-mails';
const MONTHLY = { periods: ['month'], language: 'pt-BR' };
const START = clock.now();
let count = 0;
let visits = 0;

const deps = {
  ...appContext,
  readKey: () => readReceiptKey(appContext.database, appContext.secretBox),
};
const filesDeps = {
  database: appContext.database,
  clock,
  productName: 'Pix',
  bytesMax: 10_000_000,
  readPaperBrand: openPaperBrand(appContext.config.brand),
};

interface Recipient {
  readonly id: string;
  readonly email: string;
  readonly confirmed_at: string | null;
  readonly next_at: string | null;
}

async function openShop() {
  const { merchant, keys } = await createMerchantWithKeys(gateway, 'live');
  return { merchant, keys, owner: await signIn(gateway, merchant, { hasSecondFactor: true }) };
}

/** Pays a charge at the bank, and waits until the gateway has booked it. */
async function receive(keys: Keys): Promise<void> {
  const charge = await gateway.call('POST', '/v1/pix/qrcode', { keys, body: CHARGE });
  assert.equal(charge.status, 201, charge.text);
  const id = String(charge.body.internal_id);
  bank.pay(id.replaceAll('-', ''));
  await until('it is paid', async () => {
    const { body } = await gateway.call('GET', `/v1/transactions/${id}`, { keys });
    return body.status === 'paid';
  });
}

/** Names a new address and returns it with the token of the link in its mail. */
async function name(owner: PanelSession, wanted: object = MONTHLY) {
  count += 1;
  const email = `contador-${count}@contabil.example`;
  const answer = await owner.callWithCode<Recipient & Record<string, unknown>>(
    'POST',
    `${PATH}/recipients`,
    { email, ...wanted },
  );
  assert.equal(answer.status, 201, answer.text);
  const [mail] = await mailsTo(email);
  const token = /\/fechamentos-por-email#(\S+)/.exec(mail?.text ?? '')?.[1] ?? '';
  assert.match(token, /^[\w-]{64}$/);
  return { email, token, id: answer.body.id };
}

const visitor = openSession(gateway, 'ninguem@exemplo.com.br');
// Each visit comes from a network of its own, so that the limit of one is not reached.
function visit(action: string, token: string) {
  visits += 1;
  const headers = { 'x-forwarded-for': `203.0.113.${visits}` };
  return visitor.call('POST', `${VISITOR}${action}`, { body: { token }, headers });
}

async function nameAndConfirm(owner: PanelSession, wanted: object = MONTHLY) {
  const named = await name(owner, wanted);
  const confirmed = await visit('/confirm', named.token);
  assert.equal(confirmed.status, 200, confirmed.text);
  return named;
}

async function listed(owner: PanelSession): Promise<Recipient[]> {
  return (await owner.call<{ data: Recipient[] }>('GET', PATH)).body.data;
}

interface KeptMail {
  readonly subject: string;
  readonly text: string;
  readonly attached: string | null;
}

/** The mails to an address, oldest first. */
async function mailsTo(email: string): Promise<KeptMail[]> {
  const rows = await gateway.sql(
    `select id, subject, sealed_body, attached_files from mails where recipient = $1
      order by created_at, id`,
    [email],
  );
  return rows.map(({ id, subject, sealed_body: sealed, attached_files: attached }) => ({
    subject: String(subject),
    text: Buffer.isBuffer(sealed) ? appContext.secretBox.open(sealed, String(id)) : '',
    attached: attached === null ? null : String(attached),
  }));
}

/** The closings that were mailed to an address, oldest first, by their subjects. */
async function closingsTo({ email }: { email: string }): Promise<string[]> {
  const mails = await mailsTo(email);
  return mails.filter(({ attached }) => attached !== null).map(({ subject }) => subject);
}

/** Writes what is due in each bucket, as two workers at the same time. */
async function twoWorkers(): Promise<void> {
  for (const database of appContext.database.buckets.all()) {
    const work = () => writeClosingMails({ ...deps, database });
    await Promise.all([work(), work()]);
  }
}

const firstDayNow = () => currentFirstDay('month', clock.now());
const months = new Intl.DateTimeFormat('pt-BR', {
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});
const inWords = (firstDay: string) => months.format(Date.parse(`${firstDay}T00:00:00Z`));

/** Sets the clock to 6 a.m. of the first day of the next month. */
async function toNextMonth(): Promise<string> {
  const firstDay = firstDayNow();
  clock.set(dueAfter('month', firstDay));
  return firstDay;
}

const paid = await openShop();
await receive(paid.keys);
const delayed = await openShop();
await setSettlementTerms(
  appContext,
  delayed.merchant.username,
  { delayDays: 2, inBusinessDays: false, reserveBasisPoints: 0, reserveDays: 0 },
  commandActor,
);
await receive(delayed.keys);
await gateway.stopWorker();

test('an address gets the closing of the month once, on day 1, though two workers look', async () => {
  const { owner, merchant } = paid;
  const accountant = await nameAndConfirm(owner);
  await twoWorkers();
  assert.deepEqual(await closingsTo(accountant), [], 'not before the month has ended');
  const firstDay = firstDayNow();
  clock.set(dueAfter('month', firstDay) - MINUTE_MS);
  await twoWorkers();
  assert.deepEqual(await closingsTo(accountant), [], 'not before 6 a.m.');
  clock.set(dueAfter('month', firstDay));
  await twoWorkers();
  await twoWorkers();
  const expected = `Fechamento de ${inWords(firstDay)}: ${merchant.name}`;
  assert.deepEqual(await closingsTo(accountant), [expected]);
  const mail = (await mailsTo(accountant.email)).at(-1);
  assert.match(mail?.text ?? '', /segue em anexo/);
  assert.ok(mail?.text.includes(`/painel/fechamentos?ambiente=producao&periodo=${firstDay}..`));
  assert.ok(mail?.text.includes(`/fechamentos-por-email#${accountant.token}`));
  assert.doesNotMatch(mail?.text ?? '', /Maria|12345678909/, 'nothing of a payer');
});

test('an address that has not confirmed gets nothing; a wrong link confirms nothing', async () => {
  const { owner } = paid;
  const typo = await name(owner);
  const other = await nameAndConfirm(delayed.owner);
  const forged = `${typo.token.slice(0, 42)}${other.token.slice(42)}`;
  for (const token of [forged, 'x', `${typo.token.slice(0, -2)}AA`, '"'.repeat(64)]) {
    for (const action of ['', '/confirm', '/stop']) {
      const refused = await visit(action, token);
      assert.deepEqual([refused.status, refused.body.code], [422, 'link_invalid'], token);
    }
  }
  await toNextMonth();
  await twoWorkers();
  assert.deepEqual(await closingsTo(typo), []);
  assert.equal((await listed(owner)).find(({ id }) => id === typo.id)?.confirmed_at, null);
  clock.advance(8 * DAY_MS);
  const late = await visit('/confirm', typo.token);
  assert.deepEqual([late.status, late.body.code], [422, 'link_invalid'], 'after 7 days');
  const again = await owner.call('POST', `${PATH}/recipients/${typo.id}/ask`);
  assert.equal(again.status, 200, again.text);
  assert.equal((await mailsTo(typo.email)).length, 2);
  assert.equal((await visit('/confirm', typo.token)).status, 200);
  await toNextMonth();
  await twoWorkers();
  assert.ok((await closingsTo(typo)).length > 0);
});

test('a gateway that was off on day 1 mails each month that it missed, each once', async () => {
  const shop = await openShop();
  const accountant = await nameAndConfirm(shop.owner);
  const first = await toNextMonth();
  const second = firstDayNow();
  clock.set(dueAfter('month', second) + 3 * DAY_MS);
  for (let round = 0; round < 3; round += 1) await twoWorkers();
  assert.deepEqual(
    await closingsTo(accountant),
    [first, second].map((day) => `Fechamento de ${inWords(day)}: ${shop.merchant.name}`),
  );
});

test('a worker that dies while it writes a closing leaves it to the next one, which mails it once', async () => {
  const shop = await openShop();
  const accountant = await nameAndConfirm(shop.owner);
  await toNextMonth();
  const database = await appContext.database.buckets.ofMerchant(shop.merchant.merchantId);
  const dying: Mailer = {
    ...appContext.mailer,
    tell: async (...told) => {
      await appContext.mailer.tell(...told);
      throw new Error('the process died before the commit');
    },
  };
  await writeClosingMails({ ...deps, database, mailer: dying });
  assert.deepEqual(await closingsTo(accountant), []);
  clock.advance(HOUR_MS);
  await twoWorkers();
  assert.equal((await closingsTo(accountant)).length, 1);
});

test('a closing waits until the settlements of the day have ended', async () => {
  const { merchant, owner } = delayed;
  const accountant = await nameAndConfirm(owner);
  await toNextMonth();
  await twoWorkers();
  assert.deepEqual(await closingsTo(accountant), []);
  const database = await appContext.database.buckets.ofMerchant(merchant.merchantId);
  await settleDuePayments({ ...appContext, database });
  clock.advance(HOUR_MS);
  await twoWorkers();
  assert.equal((await closingsTo(accountant)).length, 1);
});

test('weeks and days are mailed too, in the language of the address', async () => {
  const shop = await openShop();
  const accountant = await nameAndConfirm(shop.owner, { periods: ['day', 'week'], language: 'en' });
  const day = brazilianDayOf(clock.now());
  const week = currentFirstDay('week', clock.now());
  clock.set(dueAfter('week', week));
  for (let round = 0; round < 8; round += 1) await twoWorkers();
  const subjects = await closingsTo(accountant);
  const days = Math.round((Date.parse(addDays(week, 7)) - Date.parse(day)) / DAY_MS);
  assert.equal(subjects.length, days + 1);
  assert.equal(new Set(subjects).size, subjects.length);
  assert.ok(
    subjects.every((subject) => subject.startsWith('Closing of ')),
    subjects.join('\n'),
  );
  assert.equal(subjects.filter((subject) => / to /.test(subject)).length, 1);
  const languages = 'select distinct language from mails where recipient = $1';
  assert.deepEqual(await gateway.sql(languages, [accountant.email]), [{ language: 'en' }]);
});

test('a mail has the chosen files of its shop, and what is too large is a link', async () => {
  const { owner, merchant } = paid;
  const chosen = await owner.call('PUT', `${PATH}/formats`, {
    body: { formats: ['ofx', 'csv', 'pdf', 'xlsx', 'pdf'] },
  });
  assert.equal(chosen.status, 400, 'at most each once');
  const all = { formats: ['ofx', 'csv', 'pdf', 'xlsx'] };
  assert.equal((await owner.call('PUT', `${PATH}/formats`, { body: all })).status, 200);
  const firstDay = currentFirstDay('month', START);
  const inNextMonth = startOfKnownDay(addDays(firstDay, 31));
  const lastDay = addDays(currentFirstDay('month', inNextMonth), -1);
  const reference = JSON.stringify({
    merchantId: merchant.merchantId,
    from: firstDay,
    to: lastDay,
    formats: ['pdf', 'xlsx', 'csv', 'ofx'],
    language: 'pt-BR',
  });
  const { files, note } = await makeClosingFiles(filesDeps, reference);
  assert.equal(note, undefined);
  assert.deepEqual(
    files.map(({ filename }) => filename.split('.').at(-1)),
    ['pdf', 'xlsx', 'csv', 'ofx'],
  );
  assert.ok(files.every(({ filename }) => filename.includes(firstDay.slice(0, 7))));
  assert.match(files[2]?.content.toString() ?? '', /Maria Silva/);
  const small = { ...filesDeps, bytesMax: (files[0]?.content.length ?? 0) + 10 };
  const cut = await makeClosingFiles(small, reference);
  assert.deepEqual(
    cut.files.map(({ filename }) => filename.split('.').at(-1)),
    ['pdf'],
  );
  assert.match(cut.note ?? '', /grandes demais para um e-mail: planilha \(XLSX\), movimentos/);
});

test('the mail server gets the files as attachments once, though two processes send', async () => {
  const server = await startMailServer({ after });
  const accountant = await nameAndConfirm(paid.owner);
  const firstDay = await toNextMonth();
  await twoWorkers();
  await gateway.sql(`update mails set status = 'kept', next_attempt_at = null
    where status = 'pending' and recipient <> '${accountant.email}'`);
  await gateway.sql(`update mails set status = 'pending', next_attempt_at = now() - interval '1 day'
    where recipient = '${accountant.email}' and attached_files is not null`);
  const makeFiles = (reference: string) => makeClosingFiles(filesDeps, reference);
  const senders = [1, 2].map(() =>
    createMailSender(
      { ...appContext, makeFiles },
      { url: server.url, from: 'gateway@exemplo.com', requiresTls: false },
    ),
  );
  await Promise.all(senders.map((sender) => sender.sendDueWithFiles()));
  await Promise.all(senders.map((sender) => sender.sendDueWithFiles()));
  for (const sender of senders) sender.close();
  const [message = '', ...others] = server.messages;
  assert.equal(others.length, 0);
  for (const ending of ['pdf', 'xlsx', 'csv', 'ofx']) {
    assert.match(message, new RegExp(`${firstDay.slice(0, 7)}\\.${ending}`), ending);
  }
});

test('a mail whose files took so long that another process claimed it is sent by that one only', async () => {
  const server = await startMailServer({ after });
  const accountant = await nameAndConfirm(paid.owner);
  await toNextMonth();
  await twoWorkers();
  await gateway.sql(`update mails set status = 'kept', next_attempt_at = null
    where status = 'pending' and recipient <> '${accountant.email}'`);
  const smtp = { url: server.url, from: 'gateway@exemplo.com', requiresTls: false };
  const quick = createMailSender(
    { ...appContext, makeFiles: (reference) => makeClosingFiles(filesDeps, reference) },
    smtp,
  );
  const slow = createMailSender(
    {
      ...appContext,
      async makeFiles(reference) {
        clock.advance(HOUR_MS);
        await quick.sendDueWithFiles();
        return makeClosingFiles(filesDeps, reference);
      },
    },
    smtp,
  );
  await slow.sendDueWithFiles();
  for (const sender of [quick, slow]) sender.close();
  assert.equal(server.messages.length, 1);
});

test('an address ends its mails by the link, and a merchant reaches no address of another', async () => {
  const { owner } = paid;
  const accountant = await nameAndConfirm(owner);
  const stranger = delayed.owner;
  for (const [method, path, body] of [
    ['PATCH', '', MONTHLY],
    ['POST', '/ask', undefined],
    ['DELETE', '', undefined],
  ] as const) {
    const refused = await stranger.call(method, `${PATH}/recipients/${accountant.id}${path}`, {
      ...(body && { body }),
    });
    assert.deepEqual([refused.status, refused.body.code], [404, 'closing_recipient_not_found']);
  }
  assert.ok(!(await listed(stranger)).some(({ id }) => id === accountant.id));
  const opened = await visit('', accountant.token);
  assert.deepEqual(opened.body, {
    merchant_name: paid.merchant.name,
    email: accountant.email,
    periods: ['month'],
    is_confirmed: true,
  });
  assert.equal((await visit('/stop', accountant.token)).status, 200);
  assert.equal((await visit('', accountant.token)).status, 422);
  await toNextMonth();
  await twoWorkers();
  assert.deepEqual(await closingsTo(accountant), []);
  const changes = await gateway.sql('select action from audit_log where subject = $1 order by id', [
    accountant.email,
  ]);
  assert.deepEqual(
    changes.map(({ action }) => action),
    ['named', 'confirmed', 'stopped'].map((what) => `closing.address_${what}`),
  );
});

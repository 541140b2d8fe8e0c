import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { commandActor } from '#src/ground/access/actor.ts';
import type { LedgerScope } from '#src/ground/access/ledger-scope.ts';
import type { Merchant } from '#src/ground/access/merchant.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#src/ground/durations.ts';
import { createId } from '#src/ground/ids.ts';
import { setOperatorLimits } from '#src/money-out/payouts/limits/change-payout-limits.ts';
import { NO_LIMITS } from '#src/money-out/payouts/payout-limits.ts';
import { PLATFORM_STOP } from '#src/money-out/payouts/stop/payout-stop.ts';
import { resumePayouts, stopPayouts } from '#src/money-out/payouts/stop/stop-payouts.ts';
import { CHARGE, createMerchantWithKeys, type Keys, PAYOUT, until } from '../support/gateway.ts';
import { startLiveGateway } from '../support/live.ts';
import { type PanelSession, signIn, signInOperator } from '../support/panel.ts';
import { centavosOf } from '../support/payout-approvals.ts';

const { gateway, bank } = await startLiveGateway({ after });

interface Shop {
  readonly merchant: Merchant;
  readonly scope: LedgerScope;
  readonly keys: Keys;
  readonly owner: PanelSession;
  readonly finance: PanelSession;
  readonly developer: PanelSession;
}

/** A merchant with 9,802 centavos, members, and an approval for payouts above 100 centavos. */
async function openShop(): Promise<Shop> {
  const { merchant, keys } = await createMerchantWithKeys(gateway, 'live');
  const charge = await gateway.call('POST', '/v1/pix/qrcode', { keys, body: CHARGE });
  const id = String(charge.body.internal_id);
  bank.pay(id.replaceAll('-', ''));
  await until('it is paid', async () => {
    const { body } = await gateway.call('GET', `/v1/transactions/${id}`, { keys });
    return body.status === 'paid';
  });
  const scope = { merchantId: merchant.merchantId, environment: 'live' } as const;
  const limits = { ...NO_LIMITS, approvalAbove: centavosOf(100) };
  await setOperatorLimits(gateway.appContext, scope, () => limits, commandActor);
  const owner = await signIn(gateway, merchant, { hasSecondFactor: true });
  const finance = await signIn(gateway, merchant, { memberRole: 'finance' });
  const developer = await signIn(gateway, merchant, { memberRole: 'developer' });
  return { merchant, scope, keys, owner, finance, developer };
}

async function requestPayout({ keys }: Shop, amount = 200): Promise<string> {
  const answer = await gateway.call('POST', '/v1/pix/payout', {
    keys,
    body: { ...PAYOUT, amount },
  });
  assert.deepEqual([answer.status, answer.body.status], [201, 'awaiting_approval'], answer.text);
  return String(answer.body.internal_id);
}

async function reject(member: PanelSession, id: string, reason?: string): Promise<void> {
  const body = { code: await member.code(), ...(reason && { reason }) };
  const path = `/api/panel/live/payout-approvals/${id}/reject`;
  const answer = await member.call('POST', path, { body });
  assert.equal(answer.status, 200, answer.text);
}

/** The texts of the mails with a subject to a person, oldest first. */
async function mailsTo({ email }: { email: string }, subject: string): Promise<string[]> {
  const rows = await gateway.sql(
    'select id, sealed_body from mails where recipient = $1 and subject = $2 order by id',
    [email, subject],
  );
  return rows.map(({ id, sealed_body: sealed }) =>
    Buffer.isBuffer(sealed) ? gateway.appContext.secretBox.open(sealed, String(id)) : '',
  );
}

/** Waits until a person has some mails with a subject, and returns the newest. */
async function mailed(person: PanelSession, subject: string, count = 1): Promise<string> {
  const mails = await until(`${count} mails: ${subject}`, async () => {
    const found = await mailsTo(person, subject);
    return found.length >= count && found;
  });
  assert.equal(mails.length, count);
  return mails.at(-1) ?? assert.fail();
}

/** Waits until every notice that is due has its mails. */
async function noneIsDue(): Promise<void> {
  await until('no notice is due', async () => {
    const due = 'select from payout_notices where due_at <= $1';
    return (await gateway.sql(due, [new Date(gateway.clock.now())])).length === 0;
  });
}

test('many payouts that await approval have one mail an hour to who may approve', async () => {
  const shop = await openShop();
  const subject = 'Saques aguardam aprovação';
  for (let count = 0; count < 5; count += 1) await requestPayout(shop);
  gateway.clock.advance(MINUTE_MS);
  const text = await mailed(shop.finance, subject);
  assert.match(text, /^5 saques, no total de R\$ 10,00, foram pedidos/);
  assert.match(text, /\/painel\/aprovacoes\?ambiente=producao$/);
  await mailed(shop.owner, subject);
  for (let count = 0; count < 3; count += 1) await requestPayout(shop);
  gateway.clock.advance(30 * MINUTE_MS);
  await noneIsDue();
  assert.equal((await mailsTo(shop.owner, subject)).length, 1);
  gateway.clock.advance(31 * MINUTE_MS);
  assert.match(await mailed(shop.owner, subject, 2), /^3 saques/);
  assert.deepEqual(await mailsTo(shop.developer, subject), []);
});

test('the member who requested a payout gets no mail to approve it', async () => {
  const shop = await openShop();
  const body = { ...PAYOUT, amount: 200, code: await shop.owner.code() };
  const headers = { 'idempotency-key': createId(gateway.clock.now()) };
  const sent = await shop.owner.call('POST', '/api/panel/live/payouts', { headers, body });
  assert.equal(sent.status, 201, sent.text);
  gateway.clock.advance(MINUTE_MS);
  const text = await mailed(shop.finance, 'Saque aguarda aprovação');
  assert.match(text, /^Um saque de R\$ 2,00/);
  const page = `/painel/transacoes/${sent.body.internal_id}?ambiente=producao`;
  assert.ok(text.endsWith(page), text);
  assert.deepEqual(await mailsTo(shop.owner, 'Saque aguarda aprovação'), []);
});

test('a rejected payout and an expired one are mailed to owners and finance', async () => {
  const shop = await openShop();
  const id = await requestPayout(shop);
  await reject(shop.owner, id, 'Favorecido errado.');
  gateway.clock.advance(MINUTE_MS);
  const text = await mailed(shop.finance, 'Saque não aprovado');
  const who = `Um saque de R$ 2,00 foi recusado por Ana Lojista (${shop.owner.email}).`;
  assert.ok(text.startsWith(`${who} O dinheiro voltou ao saldo.\n\nMotivo: Favorecido errado.`));
  assert.ok(text.endsWith(`/painel/transacoes/${id}?ambiente=producao`), text);
  await requestPayout(shop);
  gateway.clock.advance(7 * DAY_MS);
  await until('it has expired', async () => {
    const rows = await gateway.sql(
      `select from payout_notices where merchant_id = $1 and kind = 'expired'`,
      [shop.scope.merchantId],
    );
    return rows.length === 1;
  });
  gateway.clock.advance(MINUTE_MS);
  assert.match(await mailed(shop.owner, 'Saque não aprovado', 2), /falta de aprovação em 7 dias/);
  assert.deepEqual(await mailsTo(shop.developer, 'Saque não aprovado'), []);
});

test('one mail about several rejections names what all have: the member, and the reason', async () => {
  const shop = await openShop();
  const other = await signIn(gateway, shop.merchant, { hasSecondFactor: true });
  const subject = 'Saques não aprovados';
  let mails = 0;
  const rejectedBy = async (by: readonly (readonly [PanelSession, string?])[]) => {
    for (const [member, reason] of by) await reject(member, await requestPayout(shop), reason);
    // A mail of the same kind waits for an hour after the last one.
    gateway.clock.advance(HOUR_MS + MINUTE_MS);
    mails += 1;
    return mailed(shop.finance, subject, mails);
  };
  const start = '2 saques, no total de R$ 4,00, foram recusados';
  const same = await rejectedBy([
    [shop.owner, 'Em dobro.'],
    [shop.owner, 'Em dobro.'],
  ]);
  assert.ok(same.startsWith(`${start} por Ana Lojista (${shop.owner.email}).`), same);
  assert.match(same, /Motivo: Em dobro\./);
  const reasons = await rejectedBy([[shop.owner, 'Em dobro.'], [shop.owner]]);
  assert.ok(reasons.startsWith(`${start} por Ana Lojista (${shop.owner.email}).`), reasons);
  assert.doesNotMatch(reasons, /Motivo/);
  const members = await rejectedBy([
    [shop.owner, 'Em dobro.'],
    [other, 'Em dobro.'],
  ]);
  assert.ok(members.startsWith(`${start}. O dinheiro`), members);
  assert.doesNotMatch(members, /Motivo/);
});

test('each stop and resume is mailed, without the name and the reason of an operator', async () => {
  const shop = await openShop();
  const own = { ...shop.scope, stoppedBy: 'merchant' } as const;
  await stopPayouts(gateway.appContext, own, 'Chave vazada', commandActor);
  const text = await mailed(shop.finance, 'Saques pausados');
  assert.ok(text.includes(`Responsável: ${commandActor.name}.\n\nMotivo: Chave vazada`), text);
  await resumePayouts(gateway.appContext, own, commandActor);
  await mailed(shop.owner, 'Saques retomados');
  const theirs = { ...own, stoppedBy: 'operator' } as const;
  await stopPayouts(gateway.appContext, theirs, 'Suspeita', commandActor);
  const second = await mailed(shop.finance, 'Saques pausados', 2);
  assert.match(second, /da sua conta foram pausados. Responsável: plataforma/);
  assert.doesNotMatch(second, /Suspeita/);
  assert.deepEqual(await mailsTo(shop.developer, 'Saques pausados'), []);
});

test('a stop of the platform is mailed to the operators, not to merchants', async () => {
  const shop = await openShop();
  const operator = await signInOperator(gateway, { hasSecondFactor: false });
  await stopPayouts(gateway.appContext, PLATFORM_STOP, 'Incidente', commandActor);
  assert.match(await mailed(operator, 'Saques pausados'), /de toda a plataforma foram pausados/);
  await resumePayouts(gateway.appContext, PLATFORM_STOP, commandActor);
  await mailed(operator, 'Saques retomados');
  assert.deepEqual(await mailsTo(shop.owner, 'Saques pausados'), []);
});

const LIMITS = {
  per_payout: null,
  per_night: null,
  approval_above: 100,
  new_destination_approval_above: null,
  new_destination_wait_minutes: 0,
};

async function limitDay({ owner }: Shop, perDay: number): Promise<void> {
  const body = { ...LIMITS, per_day: perDay, code: await owner.code() };
  const set = await owner.call('PUT', '/api/panel/live/payout-limits', { body });
  assert.equal(set.status, 200, set.text);
}

test('a raise is mailed to owners when it is asked for and when it is valid', async () => {
  const shop = await openShop();
  await limitDay(shop, 1_000);
  await limitDay(shop, 2_000);
  const asked = 'Pedido de limites de saque maiores';
  assert.ok((await mailed(shop.owner, asked)).startsWith(shop.owner.email));
  gateway.clock.advance(DAY_MS - HOUR_MS);
  await noneIsDue();
  const valid = 'Novos limites de saque em vigor';
  assert.deepEqual(await mailsTo(shop.owner, valid), []);
  gateway.clock.advance(HOUR_MS);
  await mailed(shop.owner, valid);
  assert.deepEqual(await mailsTo(shop.finance, asked), []);
});

test('a cancelled raise has no mail about its validity', async () => {
  const shop = await openShop();
  await limitDay(shop, 1_000);
  await limitDay(shop, 2_000);
  const path = '/api/panel/live/payout-limits/pending';
  assert.equal((await shop.owner.call('DELETE', path)).status, 200);
  gateway.clock.advance(DAY_MS);
  await noneIsDue();
  assert.deepEqual(await mailsTo(shop.owner, 'Novos limites de saque em vigor'), []);
});

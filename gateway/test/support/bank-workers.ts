import assert from 'node:assert/strict';
import { after } from 'node:test';
import type { ReceivingBank, SendingBank } from '#src/bank/live-bank.ts';
import { openLiveBank } from '#src/bank/open-live-bank.ts';
import { recordIncomingPayments } from '#src/incoming/payments/record-incoming-payments.ts';
import { checkEndedPayouts } from '#src/money-out/payouts/check-ended-payouts.ts';
import { sendLivePayouts } from '#src/money-out/payouts/send-live-payouts.ts';
import { checkFailedRefunds } from '#src/money-out/refunds/check-failed-refunds.ts';
import { sendLiveRefunds } from '#src/money-out/refunds/send-live-refunds.ts';
import { startBankSimulator } from '../../../bank-simulator/src/bank-simulator.ts';
import { CHARGE, createMerchantWithKeys, PAYOUT, startGateway } from './gateway.ts';
import { bankVariables, type LiveGatewayOptions } from './live.ts';

/** How long a worker has an order, and how long an order without an answer is not sent again. */
export const BANK_LEASE_MS = 60_000;

/** Answers of a bank to a search or to an order. */
export const NOT_FOUND = { kind: 'done', value: undefined } as const;
export const NO_ANSWER = { kind: 'unknown', reason: 'sem resposta' } as const;
export const NOT_SENT = { kind: 'unavailable', retryAfterSeconds: 1 } as const;
const refusal = { code: 'refused', message: 'O banco recusou.', bankWords: '' };
export const REFUSED = { kind: 'refused', refusal } as const;

/** The bank, the gateway and its connection to the bank, without background work. */
async function open({ bankOptions = {}, env = {} }: BankWorkersOptions) {
  const bank = await startBankSimulator({
    dialect: 'efi',
    payoutDelayMs: 0,
    refundDelayMs: 0,
    requiresWebhookToSend: false,
    ...bankOptions,
  });
  after(() => bank.stop());
  const bankEnv = await bankVariables({ after }, bank);
  const gateway = await startGateway({ after }, { env: { ...bankEnv, ...env }, hasWorker: false });
  const shop = await createMerchantWithKeys(gateway, 'live');
  const { config, logger, database } = gateway.appContext;
  assert.ok(config.bank);
  const { clock } = gateway;
  const liveBank = openLiveBank(config.bank, { logger, now: clock.now });
  after(() => liveBank.close());
  const ofShop = await database.buckets.ofMerchant(shop.merchant.merchantId);
  return { bank, gateway, shop, liveBank, pixKey: config.bank.pixKey, database: ofShop };
}

type BankWorkersOptions = Pick<LiveGatewayOptions, 'bankOptions' | 'env'>;

/** The steps of workers. Each may change answers of the bank. */
function stepsOf({ gateway, liveBank, database }: Awaited<ReturnType<typeof open>>) {
  const { logger, sandboxMerchantId } = gateway.appContext;
  const times = { bankLeaseMs: BANK_LEASE_MS, quarantineMs: BANK_LEASE_MS };
  const deps = { database, clock: gateway.clock, logger, sandboxMerchantId, ...times };
  const { sending, receiving } = liveBank;
  assert.ok(sending);
  const toSend = (change: Partial<SendingBank>) => ({
    ...deps,
    sending: { ...sending, ...change },
  });
  const toReceive = (change: Partial<ReceivingBank>) => ({
    ...deps,
    receiving: { ...receiving, ...change },
  });
  return {
    sending,
    receiving,
    sendPayouts: (change: Partial<SendingBank> = {}) => sendLivePayouts(toSend(change)),
    checkPayouts: (change: Partial<SendingBank> = {}) => checkEndedPayouts(toSend(change)),
    sendRefunds: (change: Partial<ReceivingBank> = {}) => sendLiveRefunds(toReceive(change)),
    checkRefunds: (change: Partial<ReceivingBank> = {}) => checkFailedRefunds(toReceive(change)),
  };
}

/**
 * A gateway with live money and without background work: the test runs each step of a worker, and
 * several steps at once are several processes.
 */
export async function startBankWorkers(options: BankWorkersOptions = {}) {
  const opened = await open(options);
  const { bank, gateway, shop, liveBank, pixKey, database } = opened;
  const steps = stepsOf(opened);
  const { receiving, sendPayouts } = steps;
  const { keys } = shop;

  /** A paid charge of 10,000 centavos; its merchant gets 9,802. */
  async function createPaid(): Promise<string> {
    const created = await gateway.call('POST', '/v1/pix/qrcode', { keys, body: CHARGE });
    assert.equal(created.status, 201, created.text);
    const id = String(created.body.internal_id);
    const { endToEndId } = bank.pay(id.replaceAll('-', ''));
    const found = await receiving.findReceived(endToEndId);
    assert.ok(found.kind === 'done' && found.value);
    const { logger } = gateway.appContext;
    const recordDeps = {
      database,
      clock: gateway.clock,
      logger,
      receiving,
      bank: { name: liveBank.name, pixKey },
    };
    await recordIncomingPayments(recordDeps, [found.value]);
    return id;
  }

  /** A payout that is due now. */
  async function requestPayout(amount = 1_000): Promise<string> {
    const body = { ...PAYOUT, amount };
    const sent = await gateway.call('POST', '/v1/pix/payout', { keys, body });
    assert.equal(sent.status, 201, sent.text);
    return String(sent.body.internal_id);
  }

  /** A payout whose first attempt got no answer, after its quarantine. */
  async function uncertainPayout(): Promise<string> {
    await createPaid();
    const id = await requestPayout();
    await sendPayouts({ sendPayout: async () => NO_ANSWER });
    gateway.clock.advance(2 * BANK_LEASE_MS);
    return id;
  }

  async function read(id: string): Promise<Record<string, unknown>> {
    return (await gateway.call('GET', `/v1/transactions/${id}`, { keys })).body;
  }

  return {
    bank,
    gateway,
    shop,
    database,
    createPaid,
    requestPayout,
    uncertainPayout,
    read,
    ...steps,
  };
}

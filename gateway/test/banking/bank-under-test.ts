import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { TestContext } from 'node:test';
import { inspect } from 'node:util';
import { isObject } from '#src/bank/bcb-pix/json-fields.ts';
import type {
  ChargeOrder,
  DueChargeOrder,
  LiveBank,
  Outcome,
  PayoutOrder,
} from '#src/bank/live-bank.ts';
import { addDays, brazilianDayOf } from '#src/ground/brazilian-days.ts';
import type { BankConfig } from '#src/ground/config/bank-config.ts';
import { centavos } from '#src/ground/money/centavos.ts';
import { txidFromId } from '#src/ground/pix/txid.ts';
import {
  type BankSimulator,
  type BankSimulatorOptions,
  startBankSimulator,
} from '../../../bank-simulator/src/bank-simulator.ts';
import { testScheduler } from '../support/test-scheduler.ts';
import { centralBankStandard, STANDARD_PATHS } from './central-bank-standard.ts';
import { openBank } from './open-for-test.ts';

/** A simulated bank and the adapter that calls it. */
export interface BankOnStage {
  readonly bank: LiveBank;
  readonly simulator: BankSimulator;
}

/** Each adapter with its dialect. */
export const STAGED_BANKS = ['efi', 'api-pix'] as const;

const DUE_IN_DAYS = 30;
const OPENING_BALANCE = 100_000n;

/** Starts both; at the end checks every request against the Central Bank's standard. */
export async function stageBank(
  context: TestContext,
  provider: (typeof STAGED_BANKS)[number],
  more: BankSimulatorOptions = {},
  config: Partial<BankConfig> = {},
): Promise<BankOnStage> {
  const isEfi = provider === 'efi';
  const simulator = await startBankSimulator({
    dialect: isEfi ? 'efi' : 'standard',
    openingBalance: OPENING_BALANCE,
    payoutDelayMs: 0,
    refundDelayMs: 0,
    onSilence: testScheduler.expire,
    ...more,
  });
  const { cert, key } = simulator.clientCertificate;
  const bank = openBank(context, simulator, {
    provider,
    baseUrl: isEfi ? simulator.url : `${simulator.url}/v2`,
    tokenBody: isEfi ? 'json' : 'form',
    clientId: simulator.clientId,
    clientSecret: simulator.clientSecret,
    clientCertificate: { kind: 'pem', certificate: Buffer.from(cert), key: Buffer.from(key) },
    certificateAuthority: Buffer.from(simulator.authority),
    pixKey: simulator.pixKey,
    timeoutMs: 10_000,
    ...config,
  });
  context.after(async () => {
    await simulator.stop();
    assertStandard(simulator);
  });
  return { bank, simulator };
}

function assertStandard(simulator: BankSimulator): void {
  const standard = centralBankStandard();
  const faults = simulator.requestLog
    .entries()
    .map(({ method, url, body }) => ({ method, path: url.replace(/^\/v2\//, '/'), body }))
    .filter(({ path }) => STANDARD_PATHS.test(path))
    // If the connection broke first, the bank has not read the body.
    .filter(({ method, body }) => isObject(body) || method === 'GET' || method === 'DELETE')
    .map((request) => ({ ...request, body: request.body ?? undefined }))
    .flatMap((request) => standard.faultsOf(request));
  assert.deepEqual(faults, []);
}

export function newId(): string {
  return txidFromId(randomUUID());
}

export function newCharge(more: Partial<ChargeOrder> = {}): ChargeOrder {
  return {
    txid: newId(),
    amount: centavos(10_000n),
    expiresInSeconds: 3_600,
    payer: { name: 'Maria da Silva', document: '52998224725' },
    merchantName: 'Padaria São João',
    merchantCity: 'Recife',
    ...more,
  };
}

/** A charge that is due in thirty days, with each kind of rule. */
export function newDueCharge(rules: Partial<DueChargeOrder['rules']> = {}): DueChargeOrder {
  const dueDate = addDays(brazilianDayOf(Date.now()), DUE_IN_DAYS);
  return {
    txid: newId(),
    rules: {
      amount: centavos(12_345n),
      dueDate,
      daysAfterDue: 15,
      fine: { type: 'percent', value: 200n },
      interest: { mode: 'percent_per_month', value: 100n },
      rebate: { type: 'fixed', value: 500n },
      discounts: [
        { mode: 'percent_until', value: 1_000n, until: addDays(dueDate, -20) },
        { mode: 'percent_until', value: 500n, until: addDays(dueDate, -10) },
      ],
      ...rules,
    },
    payer: {
      name: 'Maria da Silva',
      document: '52998224725',
      address: { street: 'Rua A, 1', city: 'Recife', state: 'PE', postalCode: '70011750' },
    },
    merchantName: 'Padaria São João',
    merchantCity: 'Recife',
  };
}

export function newPayout(more: Partial<PayoutOrder> = {}): PayoutOrder {
  return {
    id: newId(),
    amount: centavos(500n),
    pixKey: 'maria@example.com',
    pixKeyType: 'email',
    beneficiaryDocument: '52998224725',
    description: 'Repasse',
    ...more,
  };
}

/** The value of an outcome that must be `done`. */
export function doneValue<Value>(outcome: Outcome<Value>): Value {
  assert.ok(outcome.kind === 'done', inspect(outcome));
  return outcome.value;
}

/** The kind of an outcome, or the code of its refusal. */
export function wordOf(outcome: Outcome<unknown>): string {
  return outcome.kind === 'refused' ? outcome.refusal.code : outcome.kind;
}

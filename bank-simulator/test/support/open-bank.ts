import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type BankSimulator,
  type BankSimulatorOptions,
  startBankSimulator,
} from '../../src/bank-simulator.ts';
import { type BankClient, createBankClient } from './bank-client.ts';

/** A clock that only the test advances. */
export interface ManualClock {
  now(): number;
  advance(milliseconds: number): void;
}

export function createManualClock(): ManualClock {
  let at = Date.parse('2026-03-10T12:00:00.000Z');
  return {
    now: () => at,
    advance: (milliseconds) => {
      at += milliseconds;
    },
  };
}

export interface OpenBank {
  readonly bank: BankSimulator;
  readonly client: BankClient;
  readonly clock: ManualClock;
  /** Creates a charge and returns the answer's body. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read JSON of any shape.
  createCharge(amount: string, changes?: object): Promise<any>;
}

/** A bank with the test's clock, until the test ends. Its client waits for no silent bank. */
export async function openBank(
  context: TestContext,
  options: BankSimulatorOptions = {},
): Promise<OpenBank> {
  const clock = createManualClock();
  const onSilence = () => client.giveUp();
  const bank = await startBankSimulator({ clock, onSilence, ...options });
  context.after(() => bank.stop());
  const client = createBankClient(bank);
  return {
    bank,
    client,
    clock,
    async createCharge(amount, changes = {}) {
      const body = { ...chargeBody(bank, amount), ...changes };
      const answer = await client.call('PUT', `/v2/cob/${createTxid()}`, body);
      assert.equal(answer.status, 201, answer.text);
      return answer.body;
    },
  };
}

export function chargeBody(bank: BankSimulator, amount: string) {
  return {
    calendario: { expiracao: 3600 },
    devedor: { cpf: '12345678909', nome: 'Francisco da Silva' },
    valor: { original: amount },
    chave: bank.pixKey,
    solicitacaoPagador: 'Serviço realizado.',
    infoAdicionais: [{ nome: 'Pedido', valor: '123' }],
  };
}

/** A charge of 123.45 that is due a week after the clock of the tests. */
export function dueChargeBody(bank: BankSimulator, changes: object = {}) {
  return {
    calendario: { dataDeVencimento: '2026-03-17', validadeAposVencimento: 30 },
    devedor: { cpf: '12345678909', nome: 'Francisco da Silva', uf: 'PE', cep: '70011750' },
    valor: {
      original: '123.45',
      multa: { modalidade: 2, valorPerc: '2.00' },
      juros: { modalidade: 3, valorPerc: '1.00' },
    },
    chave: bank.pixKey,
    solicitacaoPagador: 'Mensalidade',
    ...changes,
  };
}

/** 32 of `[a-f0-9]`. */
export function createTxid(): string {
  return randomUUID().replaceAll('-', '');
}

const WAIT_MS = 60_000;

/** Waits until a condition is true; fails with the description of the condition. */
export async function until(what: string, holds: () => boolean): Promise<void> {
  const end = Date.now() + WAIT_MS;
  while (!holds()) {
    if (Date.now() > end) assert.fail(`waited in vain until ${what}`);
    await sleep(5);
  }
}

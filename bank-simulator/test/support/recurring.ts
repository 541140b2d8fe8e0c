import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { BankSimulatorOptions } from '../../src/bank-simulator.ts';
import { createTxid, type OpenBank, openBank } from './open-bank.ts';

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
const YEARS_SECONDS = 1_000_000_000;
export const YEAR_2026 = 'inicio=2026-01-01T00:00:00Z&fim=2026-12-31T00:00:00Z';

/** A monthly recurrence of 35.00 from the day of the clock of the tests on. */
export function recurrenceBody(changes: object = {}) {
  return {
    vinculo: {
      contrato: '63100862',
      devedor: { cpf: '12345678909', nome: 'Francisco da Silva' },
      objeto: 'Assinatura de música',
    },
    calendario: { dataInicial: '2026-03-20', periodicidade: 'MENSAL' },
    valor: { valorRec: '35.00' },
    politicaRetentativa: 'PERMITE_3R_7D',
    ...changes,
  };
}

export function recurringChargeBody(idRec: string, changes: object = {}) {
  return {
    idRec,
    infoAdicional: 'Março',
    calendario: { dataDeVencimento: '2026-03-20' },
    valor: { original: '35.00' },
    recebedor: { agencia: '0001', conta: '1234567', tipoConta: 'PAGAMENTO' },
    devedor: { cep: '89256-140', cidade: 'Uberlândia', uf: 'MG', email: 'f@example.com' },
    ...changes,
  };
}

export function solicitationBody(idRec: string, changes: object = {}) {
  return {
    idRec,
    calendario: { dataExpiracaoSolicitacao: '2026-03-15T12:00:00Z' },
    destinatario: { conta: '550689', cpf: '12345678909', ispbParticipante: '99999008' },
    ...changes,
  };
}

// biome-ignore lint/suspicious/noExplicitAny: tests read JSON of any shape.
type Body = any;

export interface RecurringBank extends OpenBank {
  /** Creates a recurrence, by default with a location, and returns the answer's body. */
  createRecurrence(changes?: object): Promise<Body>;
  /** Creates a recurrence whose payer has authorised it by its code. */
  createAuthorized(changes?: object, limit?: bigint): Promise<Body>;
  /** Creates the charge of a cycle and returns the answer's body. */
  createCycle(idRec: string, changes?: object): Promise<Body>;
  read(path: string): Promise<Body>;
  /** Moves the clock to an instant, and does what is due. */
  goTo(instant: string): Promise<void>;
}

/** A bank for Pix Automático; messages between banks take a second. */
export async function openRecurring(
  context: TestContext,
  options: BankSimulatorOptions = {},
): Promise<RecurringBank> {
  const opened = await openBank(context, {
    locationPort: 0,
    tokenLifetimeSeconds: YEARS_SECONDS,
    ...options,
  });
  const { bank, client, clock } = opened;
  async function create(path: string, body: object): Promise<Body> {
    const answer = await client.call('POST', path, body);
    assert.equal(answer.status, 201, answer.text);
    return answer.body;
  }
  async function createRecurrence(changes: object = {}): Promise<Body> {
    const { body: loc } = await client.call('POST', '/v2/locrec');
    return create('/v2/rec', { ...recurrenceBody(), loc: loc.id, ...changes });
  }
  async function read(path: string): Promise<Body> {
    const answer = await client.call('GET', path);
    assert.equal(answer.status, 200, answer.text);
    return answer.body;
  }
  return {
    ...opened,
    createRecurrence,
    read,
    async createAuthorized(changes, limit) {
      const { idRec } = await createRecurrence(changes);
      const { dadosQR } = await read(`/v2/rec/${idRec}`);
      bank.authorizeRecurrence(dadosQR.pixCopiaECola, { limit });
      return read(`/v2/rec/${idRec}`);
    },
    async createCycle(idRec, changes) {
      const body = recurringChargeBody(idRec, changes);
      const answer = await client.call('PUT', `/v2/cobr/${createTxid()}`, body);
      assert.equal(answer.status, 201, answer.text);
      return answer.body;
    },
    async goTo(instant) {
      clock.advance(Date.parse(instant) - clock.now());
      await bank.runDue();
    },
  };
}

/** The states of an answer's `atualizacao`. */
export function stepsOf({ atualizacao }: Body): string[] {
  return atualizacao.map(({ status }: { status: string }) => status);
}

/** Kind, day and state of each attempt. */
export function attemptsOf({ tentativas = [] }: Body): string[] {
  return tentativas.map((one: { tipo: string; dataLiquidacao: string; status: string }) =>
    [one.tipo, one.dataLiquidacao, one.status].join(' '),
  );
}

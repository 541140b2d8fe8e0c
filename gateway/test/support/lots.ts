import assert from 'node:assert/strict';
import { newTxid, type StandardClient, TEST_KEY, typeOf } from './api-pix.ts';
import { type Answer, until } from './gateway.ts';

/** A charge of a lot as GET /lotecobv shows it. */
export interface LotItem {
  readonly txid: string;
  readonly status: string;
  readonly criacao?: string;
  readonly problema?: {
    readonly type: string;
    readonly detail: string;
    readonly violacoes?: readonly { readonly propriedade: string }[];
  };
}

export interface LotAnswer extends Record<string, unknown> {
  readonly id: number;
  readonly descricao: string;
  readonly criacao: string;
  readonly cobsv: readonly LotItem[];
}

/** A charge of a lot, due on a day. */
export function lotCharge(dataDeVencimento: string, change: object = {}) {
  return {
    txid: newTxid(),
    calendario: { dataDeVencimento, validadeAposVencimento: 10 },
    devedor: { cpf: '12345678909', nome: 'Francisco da Silva' },
    valor: { original: '100.00' },
    chave: TEST_KEY,
    ...change,
  };
}

/** Sends a lot, which must be accepted. */
export async function putLot(
  client: StandardClient,
  id: string,
  cobsv: readonly object[],
  descricao = 'Turno da tarde',
): Promise<Answer> {
  const answer = await client.call('PUT', `/lotecobv/${id}`, { descricao, cobsv });
  assert.deepEqual([answer.status, answer.text], [202, '']);
  return answer;
}

export async function readLot(client: StandardClient, id: string): Promise<LotAnswer> {
  const answer = await client.call<LotAnswer>('GET', `/lotecobv/${id}`);
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
}

/** Waits until no charge of a lot is in work. */
export function finishedLot(
  client: StandardClient,
  id: string,
  step: () => void = () => {},
): Promise<LotAnswer> {
  return until(`the lot ${id} is finished`, async () => {
    step();
    const lot = await readLot(client, id);
    return lot.cobsv.every(({ status }) => status !== 'EM_PROCESSAMENTO') && lot;
  });
}

export const statesOf = ({ cobsv }: LotAnswer) => cobsv.map(({ status }) => status);

export const txidsOf = (items: readonly { readonly txid: string }[]) =>
  items.map(({ txid }) => txid);

/** A charge with a due date as GET /cobv shows it. */
export interface Cobv extends Record<string, unknown> {
  readonly txid: string;
  readonly revisao: number;
  readonly valor: { readonly original: string };
}

interface CobvList {
  readonly cobs: readonly Cobv[];
  readonly parametros: { readonly paginacao: { readonly quantidadeTotalDeItens: number } };
}

/** The query of a list for the hours around an instant (milliseconds). */
export function periodAround(at: number, query = ''): string {
  const day = (ms: number) => encodeURIComponent(new Date(ms).toISOString());
  return `?inicio=${day(at - 3_600_000)}&fim=${day(at + 3_600_000)}${query}`;
}

export async function listCobvsOf(client: StandardClient, query: string): Promise<CobvList> {
  const { body, text } = await client.call<CobvList>('GET', `/cobv${query}`);
  assert.ok(body.cobs, text);
  return body;
}

interface Refused extends Record<string, unknown> {
  readonly violacoes?: readonly { readonly propriedade: string }[];
}

/** Sends a request that must be refused; returns the fields that its answer names. */
export async function refused(
  client: StandardClient,
  [method, path, body]: readonly [string, string, unknown],
  type = 'LoteCobVOperacaoInvalida',
): Promise<readonly string[]> {
  const answer = await client.call<Refused>(method, path, body);
  assert.deepEqual([answer.status, typeOf(answer)], [400, type], answer.text);
  return (answer.body.violacoes ?? []).map(({ propriedade }) => propriedade);
}

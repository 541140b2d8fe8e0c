import assert from 'node:assert/strict';
import { addDays, brazilianDayOf } from '#src/ground/brazilian-days.ts';
import { COB, newTxid, openStandardClient, type StandardClient, TEST_KEY } from './api-pix.ts';
import { createMerchantWithKeys, type TestGateway } from './gateway.ts';

export const DEBTOR = { cpf: '52998224725', nome: 'Ana Teste' };

/** The rules of a charge with a due date, each a small one. */
export const RULES = {
  multa: { modalidade: 2, valorPerc: '2.00' },
  juros: { modalidade: 2, valorPerc: '1.00' },
  abatimento: { modalidade: 1, valorPerc: '1.00' },
  desconto: { modalidade: 3, valorPerc: '0.10' },
};

/** A charge of either kind. */
export interface Shown extends Record<string, unknown> {
  readonly revisao: number;
  readonly valor: Readonly<Record<string, unknown>>;
  readonly calendario: Readonly<Record<string, unknown>>;
  readonly devedor?: Readonly<Record<string, unknown>>;
  readonly loc?: { readonly id: number };
  readonly location: string;
}

export interface Problem extends Record<string, unknown> {
  readonly detail: string;
  readonly violacoes?: readonly { readonly razao: string; readonly propriedade: string }[];
}

/** What tests of single fields send. */
export function fieldRequests(gateway: TestGateway) {
  const dataDeVencimento = addDays(brazilianDayOf(gateway.clock.now()), 30);
  const cobv = {
    calendario: { dataDeVencimento },
    devedor: DEBTOR,
    valor: { original: '100.00' },
    chave: TEST_KEY,
  };
  return {
    due: dataDeVencimento,
    cobv,
    async openClient(): Promise<StandardClient> {
      const { keys } = await createMerchantWithKeys(gateway);
      return openStandardClient(gateway, keys);
    },
    async put(client: StandardClient, kind: 'cob' | 'cobv', change: object = {}) {
      const path = `/${kind}/${newTxid()}`;
      const body = { ...(kind === 'cob' ? COB : cobv), ...change };
      const made = await client.call<Shown>('PUT', path, body);
      assert.equal(made.status, 201, made.text);
      return { path, shown: made.body };
    },
  };
}

/** Sends a revision that is accepted. */
export async function patched(
  client: StandardClient,
  path: string,
  change: object,
): Promise<Shown> {
  const answer = await client.call<Shown>('PATCH', path, change);
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
}

/** Sends a body that must be refused, and returns the fields that it names. */
export async function refused(
  client: StandardClient,
  [method, path]: readonly [string, string],
  body: unknown,
): Promise<readonly string[]> {
  const answer = await client.call<Problem>(method, path, body);
  assert.equal(answer.status, 400, `${JSON.stringify(body)} ${answer.text}`);
  return (answer.body.violacoes ?? []).map(({ propriedade }) => propriedade);
}

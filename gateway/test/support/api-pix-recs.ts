import assert from 'node:assert/strict';
import { addDays, brazilianDayOf } from '#src/ground/brazilian-days.ts';
import { openStandardClient, type StandardClient } from './api-pix.ts';
import { createMerchantWithKeys, type TestGateway } from './gateway.ts';
import { subscriptionClient } from './subscriptions.ts';

export interface RecLoc {
  readonly id: number;
  readonly location: string;
  readonly tipo: 'rec';
  readonly criacao: string;
  readonly idRec?: string;
}

export interface SolicRec extends Record<string, unknown> {
  readonly idSolicRec: string;
  readonly status: string;
  readonly atualizacao: readonly { readonly status: string }[];
}

export interface Rec extends Record<string, unknown> {
  readonly idRec: string;
  readonly status: string;
  readonly loc?: RecLoc;
  readonly atualizacao: readonly { readonly status: string; readonly data: string }[];
  readonly ativacao: { readonly tipoJornada: string; readonly dadosJornada?: { txid: string } };
  readonly dadosQR?: { readonly jornada: string; readonly pixCopiaECola: string };
  readonly solicitacao?: readonly SolicRec[];
  readonly encerramento?: Record<string, Record<string, string>>;
}

/** The requests of a merchant that makes recurrences by the Central Bank's API. */
export function recClient(gateway: TestGateway) {
  const today = () => brazilianDayOf(gateway.clock.now());
  /** A body with the fields that the document requires. */
  const body = (change: object = {}) => ({
    vinculo: { contrato: 'contrato-2001', devedor: { cpf: '12345678909', nome: 'Maria Silva' } },
    calendario: { dataInicial: addDays(today(), 30), periodicidade: 'MENSAL' },
    politicaRetentativa: 'PERMITE_3R_7D',
    ...change,
  });
  const target = { ispbParticipante: '60746948', conta: '123456', cpf: '12345678909' };
  const request = (idRec: string, change: object = {}) => ({
    idRec,
    calendario: { dataExpiracaoSolicitacao: `${addDays(today(), 5)}T12:00:00Z` },
    destinatario: { ...target, agencia: '0001' },
    ...change,
  });
  async function done<Body>(
    client: StandardClient,
    [method, path, sent]: readonly [string, string, object?],
    status: number,
  ): Promise<Body> {
    const answer = await client.call<Body & Record<string, unknown>>(method, path, sent);
    assert.equal(answer.status, status, answer.text);
    return answer.body;
  }
  return {
    today,
    body,
    request,
    async openMerchant() {
      const merchant = await createMerchantWithKeys(gateway);
      const client = await openStandardClient(gateway, merchant.keys);
      return { ...merchant, client, subscriptions: subscriptionClient(gateway, merchant.keys) };
    },
    createRec: (client: StandardClient, change: object = {}) =>
      done<Rec>(client, ['POST', '/rec', body(change)], 201),
    read: (client: StandardClient, idRec: string, query = '') =>
      done<Rec>(client, ['GET', `/rec/${idRec}${query}`], 200),
    revise: (client: StandardClient, idRec: string, change: object) =>
      done<Rec>(client, ['PATCH', `/rec/${idRec}`, change], 200),
    createLoc: (client: StandardClient) => done<RecLoc>(client, ['POST', '/locrec'], 201),
    ask: (client: StandardClient, idRec: string, change: object = {}) =>
      done<SolicRec>(client, ['POST', '/solicrec', request(idRec, change)], 201),
    /** The subscription of /v1 that a recurrence is. */
    async subscriptionOf(
      { subscriptions }: { readonly subscriptions: ReturnType<typeof subscriptionClient> },
      reference = 'contrato-2001',
    ) {
      const { body: listed } = await subscriptions.call<{
        data: { internal_id: string; journey: string | null; status: string }[];
      }>('GET', `/v1/subscriptions?reference=${reference}`);
      const [one] = listed.data;
      assert.ok(one);
      return one;
    },
  };
}

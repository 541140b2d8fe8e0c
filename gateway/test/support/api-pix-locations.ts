import assert from 'node:assert/strict';
import { addDays, brazilianDayOf } from '#src/ground/brazilian-days.ts';
import { bearer, COB, newTxid, openStandardClient, type StandardClient } from './api-pix.ts';
import { createMerchantWithKeys, type TestGateway } from './gateway.ts';

const DEBTOR = { cpf: '12345678909', nome: 'Francisco da Silva' };

export type Kind = 'cob' | 'cobv';

export interface Loc {
  readonly id: number;
  readonly location: string;
  readonly tipoCob: Kind;
  readonly criacao: string;
  readonly txid?: string;
}

/** A charge of either kind, with its location. */
export interface PlacedCob extends Record<string, unknown> {
  readonly txid: string;
  readonly revisao: number;
  readonly location?: string;
  readonly loc?: Loc;
  readonly pixCopiaECola?: string;
}

/** Fields of a charge besides the smallest ones. */
export type Change = { readonly txid?: string } & Record<string, unknown>;

/** The requests of a merchant that makes locations and charges in the test environment. */
export function locationClient(gateway: TestGateway) {
  const dataDeVencimento = addDays(brazilianDayOf(gateway.clock.now()), 20);
  const cobv = { calendario: { dataDeVencimento }, devedor: DEBTOR, chave: COB.chave };
  const bodies = { cob: COB, cobv: { ...cobv, valor: { original: '123.45' } } };
  const put = (client: StandardClient, kind: Kind, { txid = newTxid(), ...change }: Change = {}) =>
    client.call<PlacedCob>('PUT', `/${kind}/${txid}`, { ...bodies[kind], ...change });
  return {
    put,
    openMerchant: async () => {
      const merchant = await createMerchantWithKeys(gateway);
      return { ...merchant, client: await openStandardClient(gateway, merchant.keys) };
    },
    createLoc: async (client: StandardClient, kind: Kind = 'cob'): Promise<Loc> => {
      const made = await client.call<Loc & Record<string, unknown>>('POST', '/loc', {
        tipoCob: kind,
      });
      assert.equal(made.status, 201, made.text);
      return made.body;
    },
    made: async (client: StandardClient, kind: Kind, change: Change = {}): Promise<PlacedCob> => {
      const answer = await put(client, kind, change);
      assert.equal(answer.status, 201, answer.text);
      return answer.body;
    },
    /** What a location shows to a payer's program: the txid, or the status of an error. */
    shownAt: async (location: string): Promise<unknown> => {
      const path = location.slice(location.indexOf('/'));
      const response = await fetch(gateway.url + path);
      const text = await response.text();
      if (response.status !== 200) return response.status;
      return JSON.parse(Buffer.from(text.split('.')[1] ?? '', 'base64url').toString()).txid;
    },
    /** The code of a location, as Efí's operation draws it. */
    drawn: async ({ token }: StandardClient, id: number) => {
      const headers = bearer(token);
      const answer = await gateway.call('GET', `/pix/v2/loc/${id}/qrcode`, { headers });
      assert.equal(answer.status, 200, answer.text);
      return answer.body as { qrcode: string; imagemQrcode: string; linkVisualizacao: string };
    },
  };
}

/** The location of a charge. */
export function placeOf(charge: PlacedCob): Loc {
  assert.ok(charge.loc, JSON.stringify(charge));
  return charge.loc;
}

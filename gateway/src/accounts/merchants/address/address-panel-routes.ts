import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { actorOf, memberOf } from '#src/ground/access/member-of-request.ts';
import type { Clock } from '#src/ground/clock.ts';
import type { Database } from '#src/ground/database/database.ts';
import { panelChangeResponses, panelReadResponses } from '#src/ground/errors/problem-schemas.ts';
import { AddressBody, AddressView } from '../kyc/kyc-schemas.ts';
import { addressOfBody, addressView } from '../kyc/kyc-view.ts';
import { readAddress, setAddress } from './manage-address.ts';

const PATH = '/api/panel/address';
const OwnAddress = Type.Object({
  address: Type.Union([AddressView, Type.Null()], {
    description: 'Null enquanto o lojista não tem endereço.',
  }),
});

/** The address of the member's merchant: read it and change it. */
export function addressPanelRoutes(deps: {
  readonly database: Database;
  readonly clock: Clock;
}): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.get(
      PATH,
      {
        schema: {
          operationId: 'getMerchantAddress',
          response: { 200: OwnAddress, ...panelReadResponses() },
        },
      },
      async (request) => {
        const { merchantId } = memberOf(request).merchant;
        const address = await readAddress(deps.database, merchantId);
        return { address: address ? addressView(address) : null };
      },
    );
    app.put(
      PATH,
      {
        schema: {
          operationId: 'setMerchantAddress',
          body: Type.Object({ address: AddressBody }),
          response: { 200: OwnAddress, ...panelChangeResponses() },
        },
      },
      async (request) => {
        const { merchant } = memberOf(request);
        const entered = addressOfBody(request.body.address);
        const address = await setAddress(deps, merchant, entered, actorOf(request));
        return { address: addressView(address) };
      },
    );
  };
}

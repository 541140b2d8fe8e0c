import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { actorOf, memberScope } from '#src/ground/access/member-of-request.ts';
import { panelChangeResponses } from '#src/ground/errors/problem-schemas.ts';
import { Refusal } from '#src/ground/errors/problems.ts';
import { EnvironmentParams } from '#src/ground/schemas/panel-schemas.ts';
import { type AddressStopDeps, releaseAddress } from '#src/messages/payer-mails/address-stops.ts';
import { readCustomer } from './read-customers.ts';

const Params = Type.Object({ ...EnvironmentParams.properties, id: Type.String() });

/** The panel's route that lets the address of a customer get mails again. */
export function customerEmailPanelRoutes(deps: AddressStopDeps): FastifyPluginAsyncTypebox {
  return async (app) => {
    app.post(
      '/api/panel/:environment/customers/:id/email/release',
      {
        schema: {
          operationId: 'releaseCustomerEmail',
          params: Params,
          response: {
            200: Type.Object({ status: Type.Literal('ok') }),
            ...panelChangeResponses(['customer_not_found', 'address_not_refused']),
          },
        },
      },
      async (request) => {
        const key = { ...memberScope(request), id: request.params.id };
        const { email, merchantId, id: customer } = await readCustomer(deps.database, key);
        if (email === null) throw new Refusal('address_not_refused');
        await releaseAddress(deps, { merchantId, email, customer }, actorOf(request));
        return { status: 'ok' } as const;
      },
    );
  };
}

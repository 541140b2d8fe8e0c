import type { ApiContext, RoomRoutes } from '#src/ground/http/api-context.ts';
import { clientNetwork } from '#src/ground/http/client-network.ts';
import { memberRoutes, programRoutes } from '#src/ground/http/operation-doors.ts';
import { payerMailOperations } from './payer-mail-operations.ts';
import { unsubscribeRoutes } from './unsubscribe/unsubscribe-routes.ts';

/** The functions that other rooms hand to mails to payers. */
export interface PayerMailsParts {
  /** The key of the links by which payers unsubscribe. */
  readonly readPayerKey: () => Promise<Buffer>;
}

/** The routes of mails to payers, and of the page on which payers unsubscribe. */
export function payerMailsApi(
  { config, panel, rateLimits, reads }: ApiContext,
  { readPayerKey: readKey }: PayerMailsParts,
): RoomRoutes {
  const payers = {
    readKey,
    baseUrl: config.baseUrl,
    hasMailServer: config.smtp !== undefined,
  };
  return {
    api: [programRoutes(payerMailOperations, { ...reads, ...payers }, config)],
    panel: [memberRoutes(payerMailOperations, { ...panel, ...payers })],
    open: [
      unsubscribeRoutes({
        ...reads,
        readKey,
        productName: config.brand.name,
        countVisit: (address, limit) =>
          rateLimits.countRequest(`unsubscribe ${clientNetwork(address)}`, limit),
      }),
    ],
  };
}

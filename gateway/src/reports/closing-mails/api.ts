import type { ApiContext, RoomRoutes } from '#src/ground/http/api-context.ts';
import { clientNetwork } from '#src/ground/http/client-network.ts';
import { memberRoutes, programRoutes } from '#src/ground/http/operation-doors.ts';
import type { ReportsParts } from '../api.ts';
import { closingMailOperations } from './closing-mail-operations.ts';
import { closingRecipientRoutes } from './closing-recipient-routes.ts';
import { askedMails } from './count-asked.ts';

/** The requests of a network address about its mails in a minute. */
const VISITS_MAX = 20;

/** The routes of closings by mail: for keys, members, and the addresses that get the mails. */
export function closingMailsApi(
  { config, panel, rateLimits, reads }: ApiContext,
  { receipts: { productName, readKey } }: Pick<ReportsParts, 'receipts'>,
): RoomRoutes {
  const deps = { ...panel, productName, readKey };
  const mails = { ...deps, countAsked: askedMails(rateLimits) };
  const countVisit = async (address: string): Promise<number | undefined> => {
    const name = `closing-mails ${clientNetwork(address)}`;
    const budget = await rateLimits.countRequest(name, VISITS_MAX);
    return budget.isExceeded ? budget.resetSeconds : undefined;
  };
  return {
    api: [programRoutes(closingMailOperations, { ...mails, ...reads }, config)],
    panel: [memberRoutes(closingMailOperations, mails)],
    visitors: [closingRecipientRoutes({ ...deps, countVisit })],
  };
}

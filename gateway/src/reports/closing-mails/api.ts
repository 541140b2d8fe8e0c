import type { ApiContext, RoomRoutes } from '#src/ground/http/api-context.ts';
import { clientNetwork } from '#src/ground/http/client-network.ts';
import { memberRoutes, programRoutes } from '#src/ground/http/operation-doors.ts';
import type { RateLimits } from '#src/ground/http/rate-limit.ts';
import type { ReportsParts } from '../api.ts';
import { closingMailOperations } from './closing-mail-operations.ts';
import { closingRecipientRoutes } from './closing-recipient-routes.ts';

const HOUR_SECONDS = 3_600;

const DAY_SECONDS = 24 * HOUR_SECONDS;

const OF_EMAIL_MAX = 5;

const OF_MERCHANT_MAX = 30;

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

/**
 * Counts mails that ask an address to confirm, so that no mailbox is filled: five an hour to
 * an address, thirty a day of a merchant. The answer of a request doesn't depend on it.
 */
function askedMails(rateLimits: RateLimits) {
  return async (merchantId: string, email: string): Promise<boolean> => {
    const names = [
      [`mail closing ${email.trim().toLowerCase()}`, OF_EMAIL_MAX, HOUR_SECONDS],
      [`closings asked ${merchantId}`, OF_MERCHANT_MAX, DAY_SECONDS],
    ] as const;
    const budgets = await Promise.all(
      names.map(([name, limit, seconds]) => rateLimits.countAttempt(name, limit, seconds)),
    );
    return budgets.every(({ isExceeded }) => !isExceeded);
  };
}

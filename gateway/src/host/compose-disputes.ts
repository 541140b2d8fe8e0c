import { selectOperatorEmails } from '#src/accounts/auth/operator-emails-store.ts';
import { createDisputeMails } from '#src/disputes/dispute-mails.ts';
import type { DisputeDeps } from '#src/disputes/write-disputes.ts';
import { readerEmails } from '#src/messages/notifications/preferences.ts';
import type { AppContext } from './context.ts';

/** The dependencies of changes of disputes in the API, the worker and the commands. */
export function disputeDepsOf(appContext: AppContext): DisputeDeps {
  const { config, database, clock, secretBox } = appContext;
  const writeMails = createDisputeMails({
    ...{ secretBox, appUrl: config.appUrl },
    findReaderEmails: (tx, merchantId) => readerEmails(tx, merchantId, 'dispute'),
    findOperatorEmails: selectOperatorEmails,
  });
  return { database, clock, writeMails };
}

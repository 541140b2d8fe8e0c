import type { DisputeDeps } from '#src/disputes/write-disputes.ts';
import type { AppContext } from './context.ts';

/** The dependencies of changes of disputes in the API, the worker and the commands. */
export function disputeDepsOf({ database, clock, mailer }: AppContext): DisputeDeps {
  return { database, clock, mailer };
}

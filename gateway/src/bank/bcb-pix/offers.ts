import { MINUTE_MS } from '#src/ground/durations.ts';
import type { ReceivingBank } from '../live-bank.ts';
import type { BcbPixSettings } from './bcb-pix-settings.ts';
import { listQuery } from './list-query.ts';
import { done, outcomeOf } from './outcome-of-answer.ts';

/** The statuses of a bank without the operations, and of an account that may not use them. */
const NOT_OFFERED = [403, 404, 405];

/** Whether the bank offers a group of operations, found by a list of the last minute. */
export function offersOf({ http, pathPrefix }: BcbPixSettings): Pick<ReceivingBank, 'offers'> {
  return {
    offers: async (resource, at) => {
      const answer = await http.call({
        operation: `list ${resource}`,
        method: 'GET',
        path: `${pathPrefix}/${resource}`,
        query: listQuery({ from: at - MINUTE_MS, to: at }, 0),
      });
      if (answer.kind === 'refused') return done(!NOT_OFFERED.includes(answer.status));
      return outcomeOf(answer, () => true);
    },
  };
}

import type { WorkSharing } from '../work/work-sharing.ts';
import type { OwnStartOrder } from './messages.ts';
import type { PrimaryLink } from './primary-link.ts';

/** The sharing of an HTTP process: it works when it has work itself and when it is called. */
export function sharingWithPrimary(
  link: PrimaryLink,
  { processId, processCount }: OwnStartOrder,
): WorkSharing {
  return {
    processId,
    processCount,
    isChecking: false,
    call: (work) => void link.send({ type: 'call', work }),
    onCall: link.onCall,
    // The primary takes over the work of processes that end.
    onEnd: () => () => {},
  };
}

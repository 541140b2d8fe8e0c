import { createListeners, type WorkSharing } from '../work/work-sharing.ts';
import type {
  OwnStartOrder,
  PrimaryCall,
  PrimaryCalls,
  ToHttpProcess,
  ToPrimary,
} from './messages.ts';

const ANSWER_TIMEOUT_MS = 2_000;

/** The primary did not answer in time. */
export class PrimaryTimeout extends Error {
  override readonly name = 'PrimaryTimeout';
}

/** The orders of the primary that the process carries out. */
export interface PrimaryOrders {
  /** Sends the metrics of this process under the number of the call. */
  collect(call: number): void;
  end(isReload: boolean): void;
}

/** The connection of an HTTP process to the primary. */
export interface PrimaryLink {
  /** Resolves with the primary's order when the database is ready. */
  readonly started: Promise<OwnStartOrder>;
  /** Asks the primary. Throws PrimaryTimeout when it doesn't answer within `limitMs` (2 s). */
  ask<Name extends PrimaryCall>(
    name: Name,
    request: PrimaryCalls[Name]['ask'],
    limitMs?: number,
  ): Promise<PrimaryCalls[Name]['answer']>;
  /** Sends a message; resolves when it was written. */
  send(message: ToPrimary): Promise<void>;
  follow(orders: PrimaryOrders): void;
  /** Runs `listener` when another process calls this one to work. */
  onCall(listener: (work: string) => void): () => void;
}

/** Opens the connection over the channel that `node:cluster` gives to a process. */
export function openPrimaryLink(channel: NodeJS.Process): PrimaryLink {
  const { promise: started, resolve: start } = Promise.withResolvers<OwnStartOrder>();
  const open = new Map<number, (answer: never) => void>();
  let orders: PrimaryOrders | undefined;
  const calls = createListeners<string>();
  let lastCall = 0;

  channel.on('message', (message: ToHttpProcess) => {
    if (message.type === 'start') start(message.start);
    else if (message.type === 'check') void send({ type: 'checked' });
    else if (message.type === 'collect') orders?.collect(message.call);
    else if (message.type === 'call') calls.tell(message.work);
    else if (message.type === 'end') orders?.end(message.isReload);
    else if (message.type === 'answer') {
      open.get(message.call)?.(message.answer as never);
      open.delete(message.call);
    }
  });

  // Without its primary the process ends, so a message that can't be written is not needed.
  const send = (message: ToPrimary): Promise<void> =>
    new Promise((resolve) => {
      if (channel.send === undefined || !channel.connected) resolve();
      else channel.send(message, undefined, undefined, () => resolve());
    });

  return {
    started,
    send,
    onCall: calls.add,
    follow: (given) => {
      orders = given;
    },
    ask: (name, request, limitMs = ANSWER_TIMEOUT_MS) => {
      lastCall += 1;
      const call = lastCall;
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          open.delete(call);
          reject(new PrimaryTimeout(`the primary process did not answer: ${name}`));
        }, limitMs);
        open.set(call, (answer) => {
          clearTimeout(timer);
          resolve(answer);
        });
        void send({ ...request, type: name, call } as ToPrimary);
      });
    },
  };
}

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

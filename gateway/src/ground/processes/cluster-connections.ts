import type { Worker } from 'node:cluster';

/** Marks a process that Node's list of processes must not find. */
const HIDDEN = -1;

/** A message of Node's cluster that hands over a connection, and its answer. */
interface ClusterMessage {
  readonly seq?: number;
  readonly ack?: number;
  readonly accepted?: boolean;
}

/**
 * Takes care of connections that the primary accepted and handed to a process that didn't take
 * them: of one that was on its way when the process ended (nodejs/node 6117), and of one that it
 * refuses because it stops listening. Another process gets them; when all end, they are closed, so
 * that their clients notice at once.
 */
export function keepConnections(worker: Worker, isEnding: () => boolean): void {
  const child = worker.process;
  const send = child.send.bind(child);
  const onTheirWay = new Map<number, unknown>();
  const watched = (...words: Parameters<typeof send>): boolean => {
    const [message, handle] = words;
    const { seq } = message as ClusterMessage;
    if (handle instanceof Object && seq !== undefined) onTheirWay.set(seq, handle);
    return send(...words);
  };
  Object.assign(child, { send: watched });
  child.on('internalMessage', ({ ack, accepted }: ClusterMessage) => {
    if (ack === undefined) return;
    if (accepted === false && isEnding()) close(onTheirWay.get(ack));
    onTheirWay.delete(ack);
  });
  const passOn = (): void => {
    for (const [ack, connection] of onTheirWay) {
      if (isEnding()) close(connection);
      // Node then hands it to another process.
      else child.emit('internalMessage', { cmd: 'NODE_CLUSTER', ack, accepted: false });
    }
  };
  // All answers of the process were read before `disconnect`, which may never come while a
  // connection is on its way. After an exit they are read in one turn of the event loop.
  worker.once('disconnect', passOn);
  worker.once('exit', () => void setImmediate(() => setImmediate(passOn)));
}

// Closing a connection that was handed over closes nothing: the primary's side is closed.
function close(connection: unknown): void {
  if (connection instanceof Object && 'close' in connection) (connection.close as () => void)();
}

/**
 * Keeps the ports of a process open when it crashes and is the only one, so that connections wait
 * for the next process instead of being refused: Node closes a port with the last process that
 * listens on it, which it finds by its id. Returns the function that lets Node forget the crashed
 * process. While others serve, Node must forget it at once, or a connection would wait for it.
 */
export function keepPortOpen(worker: Worker, isNeeded: () => boolean): () => void {
  const { id, process: child } = worker;
  const forget = child.listeners('disconnect');
  const hide = (): void => {
    if (isNeeded()) worker.id = HIDDEN;
  };
  child.prependOnceListener('disconnect', hide);
  child.prependOnceListener('exit', hide);
  return () => {
    if (worker.id !== HIDDEN) return;
    worker.id = id;
    for (const listener of forget) listener();
  };
}

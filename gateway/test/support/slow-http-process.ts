import cluster from 'node:cluster';
import { createServer } from 'node:http';

/** An HTTP process that serves so many milliseconds after its order; without the number, never. */
const afterMs = Number(process.env.SERVES_AFTER_MS ?? Number.NaN);

process.on('message', (message: { readonly type?: string }) => {
  if (message.type !== 'start' || Number.isNaN(afterMs)) return;
  setTimeout(() => createServer().listen(0, '127.0.0.1'), afterMs);
});
if (!cluster.isWorker) throw new Error('the primary runs it');

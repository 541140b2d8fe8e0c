import cluster from 'node:cluster';
import { createServer } from 'node:http';
import { openPrimaryLink } from '#src/ground/processes/primary-link.ts';

/**
 * An HTTP process that serves PORT so many milliseconds after its order; without the number, never.
 * It answers its process id. After an answer at `/hang` its event loop hangs.
 */
const afterMs = Number(process.env.SERVES_AFTER_MS ?? Number.NaN);
const port = Number(process.env.PORT ?? 0);
const link = openPrimaryLink(process);

const server = createServer((request, response) => {
  response.end(String(process.pid), () => {
    if (request.url === '/hang') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  });
});
link.follow({ collect: () => {}, end: () => process.exit(0) });
void link.started.then(() => {
  if (Number.isNaN(afterMs)) return;
  const serve = () => void link.send({ type: 'serving' });
  setTimeout(() => server.listen(port, '127.0.0.1', serve), afterMs);
});
if (!cluster.isWorker) throw new Error('the primary runs it');

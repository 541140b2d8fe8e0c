import { get } from 'node:http';

// Asks the gateway of this container whether it is alive. It doesn't ask for the database: a
// restart of the container would not mend that. Without HTTP the process itself is the answer.
const { PORT = '3000', HEALTH_PORT, ROLES = 'api,worker' } = process.env;
const port = ROLES.includes('api') ? PORT : HEALTH_PORT;
const TIMEOUT_MS = 3_000;

function end(isAlive) {
  process.exit(isAlive ? 0 : 1);
}

if (port) {
  get({ host: '127.0.0.1', port, path: '/healthz', timeout: TIMEOUT_MS }, (response) =>
    end(response.statusCode === 200),
  )
    .on('error', () => end(false))
    .on('timeout', () => end(false));
}

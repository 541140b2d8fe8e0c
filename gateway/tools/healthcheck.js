import { get } from 'node:http';

// Asks the gateway of this container whether it is alive. It doesn't ask for the database: a
// restart of the container would not mend that. Without HTTP the process itself is the answer.
const { PORT = '3000', ROLES = 'api,worker' } = process.env;
const TIMEOUT_MS = 3_000;

function end(isAlive) {
  process.exit(isAlive ? 0 : 1);
}

if (ROLES.includes('api')) {
  get({ host: '127.0.0.1', port: PORT, path: '/healthz', timeout: TIMEOUT_MS }, (response) =>
    end(response.statusCode === 200),
  )
    .on('error', () => end(false))
    .on('timeout', () => end(false));
}

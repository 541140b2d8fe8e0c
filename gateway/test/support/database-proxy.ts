import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A TCP proxy before PostgreSQL, which a test can cut or freeze like a server that is lost. */
export interface DatabaseProxy {
  readonly port: number;
  /** Ends all connections and refuses new ones. */
  cut(): void;
  /** Accepts connections, and passes nothing on until `restore`. */
  freeze(): void;
  restore(): void;
  close(): void;
}

/** Starts a proxy before the server of a connection string. */
export async function startDatabaseProxy(connectionString: string): Promise<DatabaseProxy> {
  const { hostname, port: target } = new URL(connectionString);
  const sockets = new Set<Socket>();
  let state: 'passing' | 'cut' | 'frozen' = 'passing';
  const server = createServer((client) => {
    if (state === 'cut') return client.destroy();
    const upstream = connect(Number(target), hostname);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        for (const one of [client, upstream]) one.destroy();
      });
    }
    client.pipe(upstream).pipe(client);
    if (state === 'frozen') for (const socket of [client, upstream]) socket.pause();
    return undefined;
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    port: address.port,
    cut() {
      state = 'cut';
      for (const socket of sockets) socket.destroy();
    },
    freeze() {
      state = 'frozen';
      for (const socket of sockets) socket.pause();
    },
    restore() {
      state = 'passing';
      for (const socket of sockets) socket.resume();
    },
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** A connection string with other servers: `127.0.0.1:1,127.0.0.1:2`. */
export function withPorts(connectionString: string, ports: readonly number[]): string {
  const { port } = new URL(connectionString);
  const hosts = ports.map((one) => `127.0.0.1:${one}`).join(',');
  return connectionString.replace(`127.0.0.1:${port}`, hosts);
}

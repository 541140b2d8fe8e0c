import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Cleanup } from '../../gateway/test/support/cleanup.ts';
import {
  createMerchantWithKeys,
  type Keys,
  startGateway,
  type TestGateway,
} from '../../gateway/test/support/gateway.ts';
import { type Installed, installPackage } from './package.ts';
import { type Ended, openPix, type RunningPix, runPix } from './run-pix.ts';

interface World {
  readonly gateway: TestGateway;
  readonly installed: Installed;
}

/** What the stories of a test file use. */
export let world: World;

/**
 * Opens the world before the stories are imported: one gateway, and `pix` installed out of its
 * package. Several test files run in one process, so each opens its own.
 */
export async function openWorld(context: Cleanup): Promise<void> {
  const [gateway, installed] = await Promise.all([startGateway(context), installPackage()]);
  context.after(() => installed.remove());
  world = { gateway, installed };
}

/** A developer: a merchant with keys, and a configuration folder of their own. */
export interface Developer {
  readonly keys: Keys;
  readonly username: string;
  readonly merchantId: string;
  readonly home: string;
  /** The variables of their shell. */
  readonly env: Readonly<Record<string, string>>;
  /** Runs `pix` to its end. */
  pix(words: readonly string[], more?: RunOptions): Promise<Ended>;
  /** Runs `pix --json` and returns its last line. */
  json(words: readonly string[], more?: RunOptions): Promise<Record<string, unknown>>;
  /** Starts `pix --json`. */
  open(words: readonly string[], more?: RunOptions): RunningPix;
}

export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string | Buffer;
  readonly node?: string;
}

export async function newDeveloper(context: Cleanup): Promise<Developer> {
  const { gateway, installed } = world;
  const { command } = installed;
  const { keys, username, merchant } = await createMerchantWithKeys(gateway);
  const home = mkdtempSync(join(tmpdir(), 'pix-home-'));
  context.after(() => rmSync(home, { recursive: true, force: true }));
  const env = {
    HOME: home,
    PIX_URL: gateway.url,
    PIX_CLIENT_ID: keys['client-id'],
    PIX_CLIENT_SECRET: keys['client-secret'],
  };
  const optionsOf = ({ env: more, ...rest }: RunOptions = {}) => ({
    ...rest,
    env: { ...env, ...more },
  });
  const pix = (words: readonly string[], more?: RunOptions) =>
    runPix(command, words, optionsOf(more));
  return {
    ...{ keys, username, merchantId: merchant.merchantId, home, env, pix },
    async json(words, more) {
      const { exitCode, stdout, stderr } = await pix([...words, '--json'], more);
      if (exitCode !== 0) throw new Error(`pix ended with ${exitCode}: ${stderr}${stdout}`);
      return JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
    },
    open(words, more) {
      const running = openPix(command, words, optionsOf(more));
      context.after(() => running.kill());
      return running;
    },
  };
}

/** Lets the gateway's time pass quickly: the test bank answers after half a minute. */
export function hurryTime(context: Cleanup): void {
  const { gateway } = world;
  const timer = setInterval(() => gateway.clock.advance(20_000), 200);
  context.after(() => {
    clearInterval(timer);
    gateway.clock.set(Date.now());
  });
}

/** Stands between `pix` and the gateway, and can cut all connections. */
export async function startProxy(
  context: Cleanup,
  target: string,
): Promise<{ readonly url: string; cut(): void }> {
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(Number(new URL(target).port), '127.0.0.1');
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    client.pipe(upstream).pipe(client);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cut = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  context.after(() => {
    cut();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port');
  return { url: `http://127.0.0.1:${address.port}`, cut };
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Cleanup } from '../../../../gateway/test/support/cleanup.ts';
import { type TestGateway, until } from '../../../../gateway/test/support/gateway.ts';
import { freePort } from '../../../../gateway/test/support/gateway-process.ts';
import { PHP } from '../../../../sdk/test/support/languages.ts';

/** Where the plug-in runs. */
export interface ShopKind {
  readonly name: string;
  /** The folder of a WordPress with WooCommerce; undefined for the small WordPress of the tests. */
  readonly wordpress: string | undefined;
  /** The folder of the plug-in; the one of the repository by default. */
  readonly plugin?: string;
}

/** What is known of an order in the shop. */
export interface OrderFacts {
  readonly status: string;
  readonly transaction_id: string;
  readonly charge: {
    readonly id: string;
    readonly status: string;
    readonly amount: number;
    readonly code: string;
    /** Days are as `2027-01-15`. */
    readonly due?: { readonly day: string; readonly last: string; readonly costs: string };
  } | null;
  readonly key: string;
  /** The amounts of its refunds. */
  readonly refunded: readonly string[];
  readonly notes: readonly string[];
}

/** A shop with the plug-in: its PHP answers webhooks over HTTP and makes the calls of a test. */
export interface Shop {
  readonly url: string;
  call<Result = unknown>(name: string, ...args: readonly unknown[]): Promise<Result>;
  facts(order: number): Promise<OrderFacts>;
  /** Requests a route of the plug-in: `/pix-gateway/v1/…`. */
  request(route: string, options?: RequestInit): Promise<Response>;
}

const FOLDER = join(import.meta.dirname, '../php');
const PLUGIN = join(import.meta.dirname, '../..');

export async function startShop(context: Cleanup, kind: ShopKind): Promise<Shop> {
  const folder = mkdtempSync(join(tmpdir(), 'pix-gateway-shop-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env = {
    ...process.env,
    SHOP_URL: url,
    SHOP_STORE: join(folder, 'store.json'),
    SHOP_WORDPRESS: kind.wordpress ?? '',
    SHOP_PLUGIN: kind.plugin ?? PLUGIN,
  };
  const server = spawn(PHP, ['-S', `127.0.0.1:${port}`, join(FOLDER, 'server.php')], {
    env,
    stdio: 'ignore',
  });
  const driver = spawn(PHP, [join(FOLDER, 'driver.php')], {
    env,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: driver.stdout })[Symbol.asyncIterator]();
  context.after(async () => {
    driver.stdin.end();
    server.kill();
    for (const child of [driver, server]) {
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    }
    rmSync(folder, { recursive: true, force: true });
  });
  async function call<Result>(name: string, ...args: readonly unknown[]): Promise<Result> {
    driver.stdin.write(`${JSON.stringify({ call: name, args })}\n`);
    const { value, done } = await lines.next();
    if (done) throw new Error(`the shop ended during ${name}`);
    const { result, error } = JSON.parse(value);
    if (error) throw new Error(`${name}: ${error}`);
    return result;
  }
  const request = (route: string, options?: RequestInit) =>
    fetch(`${url}/index.php?rest_route=${route}`, options);
  await until('the shop answers', () =>
    request('/').then(
      () => true,
      () => false,
    ),
  );
  return { url, call, request, facts: (order) => call('facts', order) };
}

/** The settings of the plug-in for a merchant of the gateway. */
export function settingsFor({ url }: Pick<TestGateway, 'url'>, keys: Record<string, string>) {
  return {
    enabled: '1',
    title: 'Pix',
    description: 'Pague com Pix',
    base_url: url,
    public_url: '',
    client_id: keys['client-id'],
    client_secret: keys['client-secret'],
    webhook_secret: '',
    expires_in_minutes: '60',
    cancel_expired: '1',
    due_in_days: '0',
    days_after_due: '0',
    fine_percent: '',
    interest_percent: '',
  };
}

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import pg from 'pg';

/** The coordinator of a Citus cluster with two nodes or more, as a superuser. */
export const CITUS_URL = process.env.CITUS_URL;

/** With TEST_ON_CITUS=1 too, the databases of all tests are made on the cluster. */
export const TEST_ON_CITUS = CITUS_URL !== undefined && process.env.TEST_ON_CITUS === '1';

/** Why a test of the cluster is skipped, or false. */
export const SKIP_WITHOUT_CITUS =
  CITUS_URL === undefined && 'skipped: CITUS_URL names no Citus cluster';

/**
 * A command that ends and starts servers of the cluster: `<command> kill HOST:PORT` with SIGKILL,
 * `<command> start HOST:PORT` until it accepts connections.
 */
const CITUS_CONTROL = process.env.CITUS_CONTROL;

/** Why a test that ends servers of the cluster is skipped, or false. */
export const SKIP_WITHOUT_CONTROL =
  CITUS_CONTROL === undefined && 'skipped: CITUS_CONTROL is not set';

/** Ends or starts a server of the cluster. */
export async function controlServer(order: 'kill' | 'start', host: string): Promise<void> {
  const line = `${CITUS_CONTROL} ${order} ${host}`;
  const [code] = await once(spawn('/bin/sh', ['-c', line], { stdio: 'ignore' }), 'exit');
  assert.equal(code, 0, line);
}

/** The role of the gateway on the cluster. */
const CITUS_RUNTIME = 'pix_gateway_test';

const NODES = `select nodename as host, nodeport as port from pg_dist_node
  where noderole = 'primary' order by groupid`;

/** The same address for the role of the gateway. */
export function asCitusRuntime(address: string): string {
  const url = new URL(address);
  url.username = CITUS_RUNTIME;
  return url.href;
}

/** Whether a server is the coordinator of the cluster. */
export function isOnCluster(serverUrl: string): boolean {
  return CITUS_URL !== undefined && new URL(serverUrl).host === new URL(CITUS_URL).host;
}

/** The addresses of all servers on which a database of tests is made; a cluster has several. */
export async function serversOf(serverUrl: string): Promise<readonly string[]> {
  if (CITUS_URL === undefined || !isOnCluster(serverUrl)) return [serverUrl];
  const nodes = await runOn(CITUS_URL, NODES);
  if (nodes.length < 3) throw new Error('CITUS_URL is no coordinator with two nodes');
  return nodes.map(({ host, port }) => {
    const url = new URL(serverUrl);
    url.hostname = String(host);
    url.port = String(port);
    return url.href;
  });
}

/** Makes a new database of each server a part of one cluster. The first one is the coordinator. */
export async function joinCluster(addresses: readonly string[]): Promise<void> {
  const [coordinator = '', ...nodes] = addresses;
  for (const address of addresses) await runOn(address, 'create extension citus');
  const { hostname, port } = new URL(coordinator);
  await runOn(coordinator, `select citus_set_coordinator_host('${hostname}', ${port})`);
  for (const node of nodes) {
    const url = new URL(node);
    await runOn(coordinator, `select citus_add_node('${url.hostname}', ${url.port})`);
  }
  const roles = await runOn(coordinator, `select from pg_roles where rolname = '${CITUS_RUNTIME}'`);
  if (roles.length === 0) await runOn(coordinator, `create role ${CITUS_RUNTIME} login`);
}

/** Runs a statement about databases on the server; on a cluster on each of its servers. */
export async function runOnServers(serverUrl: string, text: string): Promise<void> {
  for (const server of await serversOf(serverUrl)) await runOn(server, text);
}

/** PostgreSQL copies a database only while it has no session. */
export async function closeTemplate(serverUrl: string, name: string): Promise<void> {
  await runOnServers(
    serverUrl,
    `alter database ${name} with is_template true allow_connections false`,
  );
  // Citus keeps sessions of its own.
  await runOnServers(
    serverUrl,
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${name}'`,
  );
}

/** The templates of a cluster are of one run: the next run may have other migrations. */
export async function dropTemplates(serverUrl: string, prefix: string): Promise<void> {
  const found = await runOn(
    serverUrl,
    `select datname as name from pg_database where starts_with(datname, '${prefix}')`,
  );
  for (const { name } of found) {
    await runOnServers(serverUrl, `alter database ${String(name)} with is_template false`);
    await runOnServers(serverUrl, `drop database ${String(name)} with (force)`);
  }
}

/** Runs one statement over a new connection. */
export async function runOn(address: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

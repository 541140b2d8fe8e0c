import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
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

/** The two roles of the gateway on the cluster, as docs/operating/cluster.md has them. */
const CITUS_RUNTIME = 'pix_gateway_test';
const CITUS_OWNER = 'pix_gateway_test_owner';

/** PostgreSQL, appendix A: object_in_use. */
const IN_USE = '55006';

const NODES = `select nodename as host, nodeport as port from pg_dist_node
  where noderole = 'primary' order by groupid`;

/** The same address for the role of the gateway. */
export function asCitusRuntime(address: string): string {
  return asRole(address, CITUS_RUNTIME);
}

/** The same address for the role that owns the tables. It is no superuser. */
export function asCitusOwner(address: string): string {
  return asRole(address, CITUS_OWNER);
}

function asRole(address: string, role: string): string {
  const url = new URL(address);
  url.username = role;
  return url.href;
}

/** Whether a server is the coordinator of the cluster. */
export function isOnCluster(serverUrl: string): boolean {
  return CITUS_URL !== undefined && new URL(serverUrl).host === new URL(CITUS_URL).host;
}

/**
 * The addresses of all servers on which a database of tests is made, for a role that may make it. A
 * cluster has several servers, and there the role is a superuser.
 */
export async function serversOf(serverUrl: string): Promise<readonly string[]> {
  if (CITUS_URL === undefined || !isOnCluster(serverUrl)) return [serverUrl];
  const nodes = await runOn(CITUS_URL, NODES);
  if (nodes.length < 3) throw new Error('CITUS_URL is no coordinator with two nodes');
  return nodes.map(({ host, port }) => {
    const url = new URL(CITUS_URL);
    url.pathname = new URL(serverUrl).pathname;
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
}

/** Creates a database; on a cluster on each of its servers, with the owner of its tables. */
export async function createDatabase(serverUrl: string, name: string, from = ''): Promise<void> {
  if (!isOnCluster(serverUrl)) return runOnServers(serverUrl, `create database ${name} ${from}`);
  await createRoles(serverUrl);
  await runOnServers(serverUrl, `create database ${name} owner ${CITUS_OWNER} ${from}`);
}

/** Creates the two roles of the gateway on a server; on a cluster on each of its servers. */
export async function createRoles(serverUrl: string): Promise<void> {
  for (const role of [CITUS_RUNTIME, CITUS_OWNER]) {
    await runOnServers(serverUrl, createRole(role));
  }
}

/** The cluster itself may create a role of the coordinator on the nodes, as may another test. */
function createRole(role: string): string {
  return `do $$ begin create role ${role} login;
    exception when duplicate_object or unique_violation then null; end $$`;
}

/** Runs a statement about databases on the server; on a cluster on each of its servers. */
export async function runOnServers(serverUrl: string, text: string): Promise<void> {
  for (const server of await serversOf(serverUrl)) await runOn(server, text);
}

const DROP_TRIES_MAX = 20;
const DROP_PAUSE_MS = 500;

/** Drops a database; on a cluster on each server, whose own sessions come back meanwhile. */
export async function dropDatabase(serverUrl: string, name: string): Promise<void> {
  const text = `drop database if exists ${name} with (force)`;
  for (const server of await serversOf(serverUrl)) {
    for (let tries = 1; ; tries += 1) {
      const error = await runOn(server, text).then(
        () => undefined,
        (reason: pg.DatabaseError) => reason,
      );
      if (error === undefined) break;
      if (error.code !== IN_USE || tries === DROP_TRIES_MAX) throw error;
      await pause(DROP_PAUSE_MS);
    }
  }
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
    await dropDatabase(serverUrl, String(name));
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

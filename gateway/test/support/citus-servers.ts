import pg from 'pg';

/** The coordinator of a Citus cluster with two nodes or more, as a superuser. */
export const CITUS_URL = process.env.CITUS_URL;

/** The role of the gateway on the cluster. */
export const CITUS_RUNTIME = 'pix_gateway_test';

const NODES = `select nodename as host, nodeport as port from pg_dist_node
  where noderole = 'primary' order by groupid`;

/** The addresses of all servers on which a database of tests is made: on a cluster the nodes too. */
export async function serversOf(serverUrl: string): Promise<readonly string[]> {
  if (CITUS_URL === undefined) return [serverUrl];
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

async function runOn(address: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

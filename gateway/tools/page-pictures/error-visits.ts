import type { TestGateway } from '../../test/support/gateway.ts';
import type { Visit } from './visits.ts';

/** More than any page allows an address in a minute. */
const VISITS = 121;
const UNKNOWN = '019aa2f4-7c1e-7b3a-9d52-3f1c8e6a4b70';
const PATHS = {
  pagar: `/pagar/${UNKNOWN}`,
  link: `/link/${UNKNOWN}`,
  comprovante: '/comprovante/AAAA-BBBB-CCCC-DDDD',
} as const;
/** Columns that pages of payers read, with a name that they don't know. */
const HIDDEN = [
  ['charges', 'amount_centavos', 'hidden_centavos'],
  ['payment_links', 'product_id', 'hidden_id'],
] as const;

/** Comes to pages of payers too often; returns them, as they are for the rest of the minute. */
export async function visitTooOften({ url }: TestGateway): Promise<Visit[]> {
  for (const path of Object.values(PATHS)) {
    for (let visit = 0; visit < VISITS; visit += 1) await fetch(url + path);
  }
  return Object.entries(PATHS).map(([name, path]) => ({ name: `erro-429-${name}`, path }));
}

/** Runs `draw` with pages of payers that fail, because the database lacks columns. */
export async function whileBroken(
  gateway: TestGateway,
  paths: { pagar: string; link: string; comprovante: string },
  draw: (visits: readonly Visit[]) => Promise<void>,
): Promise<void> {
  for (const [table, name, hidden] of HIDDEN) {
    await gateway.sql(`alter table ${table} rename column ${name} to ${hidden}`);
  }
  await draw(Object.entries(paths).map(([name, path]) => ({ name: `erro-500-${name}`, path })));
  for (const [table, name, hidden] of HIDDEN) {
    await gateway.sql(`alter table ${table} rename column ${hidden} to ${name}`);
  }
}

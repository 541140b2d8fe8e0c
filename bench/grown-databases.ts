import type { BenchDatabase } from './bench-database.ts';
import { fillCharges } from './fill-charges.ts';
import { addMerchants, fillLarge, keyOfMany, MANY_SECRET } from './fill-large.ts';
import { createKey, createMerchant } from './merchants.ts';
import { runCli } from './processes.ts';
import { queryOne } from './table-facts.ts';
import { chargeRequest } from './workloads.ts';

const CHARGES = 2 * Math.floor(Number(process.env.BENCH_CHARGES ?? 1_000_000) / 2);
const MERCHANTS = Number(process.env.BENCH_MERCHANTS ?? 10_000);
const KEYS = 64;
const BUCKETS = 8;

/** The bytes of the next request, by its number. */
export type Requests = (sequence: number) => string;

/** A database that is not empty, or that more than one gateway or key uses. */
export interface Grown {
  readonly what: string;
  readonly gateways: number;
  /** Whether it is measured full: then the charges of a measurement stay. */
  readonly isFull: boolean;
  /** Makes a new database so, and returns the requests for it; `run` makes their keys different. */
  readonly prepare: (database: BenchDatabase) => Promise<(run: string) => Requests>;
}

export const GROWN: readonly Grown[] = [
  {
    what: `${CHARGES} charges`,
    gateways: 1,
    isFull: true,
    async prepare({ owner, env }) {
      createMerchant(env, 'bench');
      const keys = createKey(env, 'bench');
      await fillCharges(owner, { username: 'bench', count: CHARGES });
      return (run) => chargeRequest(keys, run);
    },
  },
  {
    what: `${MERCHANTS} merchants with keys`,
    gateways: 1,
    isFull: false,
    async prepare({ owner }) {
      await addMerchants(owner, MERCHANTS);
      return (run) => inTurn(ofMany(MERCHANTS, run));
    },
  },
  {
    what: `one merchant with half of ${CHARGES} charges`,
    gateways: 1,
    isFull: true,
    prepare: prepareHalf,
  },
  {
    what: `${KEYS} keys at once`,
    gateways: 1,
    isFull: false,
    async prepare({ owner }) {
      await addMerchants(owner, KEYS);
      return (run) => inTurn(ofMany(KEYS, run));
    },
  },
  {
    what: 'two gateways',
    gateways: 2,
    isFull: false,
    async prepare({ env }) {
      createMerchant(env, 'bench');
      const keys = createKey(env, 'bench');
      return (run) => chargeRequest(keys, run);
    },
  },
  {
    what: `${BUCKETS} buckets, ${KEYS} keys`,
    gateways: 1,
    isFull: false,
    async prepare({ owner, env }) {
      for (let made = 1; made < BUCKETS; made += 1) runCli(env, ['bucket', 'create']);
      await addMerchants(owner, KEYS, BUCKETS);
      return (run) => inTurn(ofMany(KEYS, run));
    },
  },
];

/** Half of the charges are one merchant's, and so is half of the load. */
async function prepareHalf({ owner, env }: BenchDatabase): Promise<(run: string) => Requests> {
  createMerchant(env, 'bench');
  const keys = createKey(env, 'bench');
  await addMerchants(owner, KEYS);
  const { id } = await queryOne(
    owner,
    `select merchant_id as id from merchants where username = 'bench'`,
  );
  await fillLarge(owner, { merchantId: String(id), merchants: KEYS, charges: CHARGES });
  return (run) => {
    const own = chargeRequest(keys, run);
    const others = inTurn(ofMany(KEYS, run));
    return (sequence) => (sequence % 2 === 1 ? own(sequence) : others(sequence / 2));
  };
}

function ofMany(merchants: number, run: string): Requests[] {
  return Array.from({ length: merchants }, (_, index) =>
    chargeRequest({ id: keyOfMany(index + 1), secret: MANY_SECRET }, run),
  );
}

function inTurn(requests: readonly Requests[]): Requests {
  return (sequence) => requests[sequence % requests.length]?.(sequence) ?? '';
}

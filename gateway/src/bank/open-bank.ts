import type { GatewayContext } from '#src/ground/gateway-context.ts';
import type { LiveBank } from './live-bank.ts';

/** One for each charge that waits for the bank: 512 at 300 ms are 1700 a second. */
const CONNECTIONS = 512;
/** A step with the bank is up to four calls: a token, the call, a search, a second token. */
const CALLS_PER_STEP = 4;
/**
 * A change of a charge with a due date is up to seven calls: three ways to end rules, a search, and
 * three ways back. The eighth is the time of the database.
 */
export const CALLS_PER_CHANGE = 8;

/** The bank behind live keys; undefined without a provider. */
export async function openBank({
  config,
  clock,
  logger,
  scheduler,
}: GatewayContext): Promise<LiveBank | undefined> {
  if (!config.bank) return undefined;
  const { openLiveBank } = await import('./open-live-bank.ts');
  const { nameServers } = config;
  const limits = { connections: CONNECTIONS, nameServers };
  return openLiveBank(config.bank, { logger, now: clock.now, scheduler }, limits);
}

/** How long a process may work on an order at the bank before another takes it, in milliseconds. */
export function bankLeaseOf({ config }: Pick<GatewayContext, 'config'>): number {
  return CALLS_PER_STEP * (config.bank?.timeoutMs ?? 0);
}

/** The same for a change of a charge with a due date. */
export function changeLeaseOf({ config }: Pick<GatewayContext, 'config'>): number {
  return CALLS_PER_CHANGE * (config.bank?.timeoutMs ?? 0);
}

/**
 * How long after an attempt without a clear answer an order is neither sent again nor failed, in
 * milliseconds.
 */
export function quarantineOf({ config }: Pick<GatewayContext, 'config'>): number {
  return config.bank?.quarantineMs ?? 0;
}

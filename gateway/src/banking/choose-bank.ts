import type { Environment } from '#src/ledger/chart-of-accounts.ts';
import { Refusal } from '#src/platform/problems.ts';
import type { Bank } from './bank.ts';
import { createSimulatedBank } from './simulated/simulated-bank.ts';

const RETRY_AFTER_SECONDS = 60;

const simulatedBank = createSimulatedBank();

/** The bank behind an environment. Live money needs a provider: `provider_unavailable` without. */
export function bankFor(environment: Environment): Bank {
  if (environment === 'test') return simulatedBank;
  throw new Refusal('provider_unavailable', { retryAfterSeconds: RETRY_AFTER_SECONDS });
}

import type { Environment } from '#src/ground/access/ledger-scope.ts';
import { createSimulatedBank } from './simulated/simulated-bank.ts';
import type { Bank } from './simulated-bank-port.ts';

const simulatedBank = createSimulatedBank();

/** The simulated bank of test keys. Throws for `live`, which never uses the simulated bank. */
export function bankFor(environment: Environment): Bank {
  if (environment === 'test') return simulatedBank;
  throw new Error('live operations never use the simulated bank');
}

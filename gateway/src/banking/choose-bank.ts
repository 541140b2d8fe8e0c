import type { Environment } from '#src/access/ledger-scope.ts';
import { createSimulatedBank } from './simulated/simulated-bank.ts';
import type { Bank } from './simulated-bank-port.ts';

const simulatedBank = createSimulatedBank();

/** The simulated bank behind test keys. Live money never comes here: asking for it is a bug. */
export function bankFor(environment: Environment): Bank {
  if (environment === 'test') return simulatedBank;
  throw new Error('the simulated bank was asked for live money');
}

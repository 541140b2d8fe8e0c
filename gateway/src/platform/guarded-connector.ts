import type { LookupAddress, LookupAllOptions } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import { codeOf, TargetError } from './http-failure.ts';
import { isPublicAddress } from './network-address.ts';

const CONNECT_TIMEOUT_MS = 10_000;
const FAMILY_ATTEMPT_TIMEOUT_MS = 250;

/** `dns.lookup` as it is called here: for all addresses of a name. */
export type Lookup = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

export interface GuardRules {
  /** Skips the guard: for development, where receivers run on the same machine. */
  readonly allowPrivateAddresses: boolean;
}

/**
 * A connector for undici that reaches public addresses only. A name is resolved once a connection,
 * and the addresses that were checked are the ones that are dialled, so that a name whose answer
 * changes (DNS rebinding) gains nothing. One refused address among several refuses the name.
 */
export function createGuardedConnector(
  rules: GuardRules,
  lookup: Lookup,
): buildConnector.connector {
  const connect = buildConnector({
    allowH2: false,
    timeout: CONNECT_TIMEOUT_MS,
    // NODE_TLS_REJECT_UNAUTHORIZED must not be able to switch the check off.
    rejectUnauthorized: true,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: FAMILY_ATTEMPT_TIMEOUT_MS,
    lookup: guardLookup(rules, lookup),
  });
  return (options, callback) => {
    // Node does not look up a literal address: nothing else would check it.
    if (isIP(options.hostname) !== 0 && !isAllowed(rules, options.hostname)) {
      process.nextTick(callback, new TargetError('blocked_address'), null);
      return;
    }
    connect(options, callback);
  };
}

function guardLookup(rules: GuardRules, lookup: Lookup): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = error === null ? addresses : [];
      if (first === undefined) {
        callback(new TargetError('dns', codeOf(error)), []);
      } else if (!addresses.every(({ address }) => isAllowed(rules, address))) {
        callback(new TargetError('blocked_address'), []);
      } else if (options.all === true) {
        callback(null, addresses);
      } else {
        callback(null, first.address, first.family);
      }
    });
  };
}

function isAllowed(rules: GuardRules, address: string): boolean {
  return rules.allowPrivateAddresses || isPublicAddress(address);
}

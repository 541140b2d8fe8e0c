import { isIP, type LookupFunction } from 'node:net';
import type { buildConnector } from 'undici';
import type { KeyAndCertificate } from '../config/api-pix-config.ts';
import { TargetError } from './http-failure.ts';
import { loadUndici } from './load-undici.ts';
import type { NameResolver } from './name-resolver.ts';
import { isPublicAddress } from './network-address.ts';

const CONNECT_TIMEOUT_MS = 10_000;
const FAMILY_ATTEMPT_TIMEOUT_MS = 250;

export interface ConnectorRules {
  /** Skips the check: for development, where receivers run on the same machine. */
  readonly allowPrivateAddresses: boolean;
  /** The certificate for servers that ask for one. */
  readonly certificate?: KeyAndCertificate | undefined;
}

/**
 * A connector for undici that reaches public addresses only. A name is resolved once a connection,
 * and the addresses that were checked are the ones that are dialled, so that a name whose answer
 * changes (DNS rebinding) can't reach a private address. One refused address among several refuses
 * the name.
 */
export function createPublicConnector(
  rules: ConnectorRules,
  names: NameResolver,
): buildConnector.connector {
  const connect = loadUndici().buildConnector({
    allowH2: false,
    timeout: CONNECT_TIMEOUT_MS,
    // NODE_TLS_REJECT_UNAUTHORIZED must not be able to switch the check off.
    rejectUnauthorized: true,
    ...rules.certificate,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: FAMILY_ATTEMPT_TIMEOUT_MS,
    lookup: lookupOf(names, (address) => isAllowed(rules, address)),
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

/**
 * A resolver in the form that sockets ask for. One address that isn't allowed refuses the name.
 */
export function lookupOf(
  names: NameResolver,
  isAllowedAddress: (address: string) => boolean = () => true,
): LookupFunction {
  return (hostname, options, callback) => {
    const answer = async (): Promise<void> => {
      const addresses = await names.resolve(hostname);
      if (!addresses.every(({ address }) => isAllowedAddress(address))) {
        throw new TargetError('blocked_address');
      }
      const [first] = addresses;
      if (first === undefined) throw new TargetError('dns');
      // Called outside this promise, so that an error of the socket doesn't reject it.
      if (options.all === true) process.nextTick(callback, null, addresses);
      else process.nextTick(callback, null, first.address, first.family);
    };
    answer().catch((error: Error) => process.nextTick(callback, error, []));
  };
}

function isAllowed(rules: ConnectorRules, address: string): boolean {
  return rules.allowPrivateAddresses || isPublicAddress(address);
}

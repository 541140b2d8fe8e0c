import { isIP, SocketAddress } from 'node:net';
import { ConfigError, type Reader } from './config-reader.ts';

/**
 * The name servers for the hosts of webhooks and of the bank; undefined: the machine's. Throws a
 * ConfigError for what is no address.
 */
export function nameServersOf(read: Reader): readonly string[] | undefined {
  const servers = read
    .optional('DNS_SERVERS')
    ?.split(',')
    .map((server) => server.trim());
  if (servers === undefined || servers.every(isServerAddress)) return servers;
  throw new ConfigError(
    'DNS_SERVERS inválida: esperados endereços IP, com ou sem porta, como 10.0.0.2 ou [::1]:53',
  );
}

function isServerAddress(text: string): boolean {
  return isIP(text) !== 0 || SocketAddress.parse(text) !== undefined;
}

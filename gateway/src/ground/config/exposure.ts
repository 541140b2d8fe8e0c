import { isIP, isIPv4 } from 'node:net';
import { isPublicAddress } from '../http/network-address.ts';

/** The host that the gateway listens on, and the public URLs of API and panel. */
export interface ListenAddresses {
  readonly host: string;
  readonly baseUrl: string;
  readonly appUrl: string;
}

/** Names that are never public: RFC 6761, 6762 and 8375, and ICANN's `internal`. */
const PRIVATE_NAME = /(^[^.]+|\.(localhost|local|internal|lan|home\.arpa|test|invalid|example))$/;

/** Whether other machines can reach the gateway, by its host or by its configured URLs. */
export function isExposed({ host, baseUrl, appUrl }: ListenAddresses): boolean {
  return ![host, hostOf(baseUrl), hostOf(appUrl)].every(isLoopbackHost);
}

/**
 * Why this configuration would expose keys and passwords without https: one line in Portuguese that
 * names the variable. Undefined if it would not.
 */
export function unsafeExposure(
  addresses: ListenAddresses,
  isProduction: boolean,
): string | undefined {
  for (const [name, url] of [
    ['BASE_URL', addresses.baseUrl],
    ['APP_URL', addresses.appUrl],
  ] as const) {
    if (!url.startsWith('http:')) continue;
    const host = hostOf(url);
    if (isPublicHost(host)) return `${name} inválida: o endereço público precisa ser https`;
    if (isProduction && !isLoopbackHost(host)) {
      return `${name} inválida: com NODE_ENV=production o endereço precisa ser https`;
    }
  }
  if (!isPublicHost(addresses.host) || addresses.baseUrl.startsWith('https:')) return undefined;
  return 'BASE_URL inválida: com HOST em um endereço público, defina-a com https';
}

/** The host of a URL; an IPv6 address without brackets. */
export function hostOf(url: string): string {
  return new URL(url).hostname.replace(/^\[|\]$/g, '');
}

/** Whether a host name or address is this machine alone. */
export function isLoopbackHost(host: string): boolean {
  const name = host.toLowerCase().replace(/\.$/, '');
  if (isIP(name) === 0) return /(^|\.)localhost$/.test(name);
  return isIPv4(name)
    ? name.startsWith('127.')
    : /^(::1|::ffff:7f[0-9a-f]{2}:|::ffff:127\.)/.test(name);
}

/** Whether a host may belong to others: a public address, or a name that is not a private one. */
function isPublicHost(host: string): boolean {
  if (isIP(host) !== 0) return isPublicAddress(host);
  return !PRIVATE_NAME.test(host.toLowerCase().replace(/\.$/, ''));
}

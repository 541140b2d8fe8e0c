import { isIP, isIPv4 } from 'node:net';
import { isPublicAddress } from '#src/platform/http/network-address.ts';

/** Where a gateway listens and by which addresses people and programs reach it. */
export interface Doors {
  readonly host: string;
  readonly baseUrl: string;
  readonly appUrl: string;
}

/** RFC 6761, 6762 and 8375, and what ICANN keeps for private networks: no public names. */
const PRIVATE_NAME = /(^[^.]+|\.(localhost|local|internal|lan|home\.arpa|test|invalid|example))$/;

/** Whether machines other than this one can reach the gateway, or are told to. */
export function isExposed({ host, baseUrl, appUrl }: Doors): boolean {
  return ![host, hostOf(baseUrl), hostOf(appUrl)].every(isLoopbackHost);
}

/**
 * What makes an exposed start unsafe, as one line in Portuguese that names the variable; undefined
 * when nothing does. Without https, keys and passwords could be read on the way.
 */
export function unsafeExposure(doors: Doors, isProduction: boolean): string | undefined {
  for (const [name, url] of [
    ['BASE_URL', doors.baseUrl],
    ['APP_URL', doors.appUrl],
  ] as const) {
    if (!url.startsWith('http:')) continue;
    const host = hostOf(url);
    if (isPublicHost(host)) return `${name} inválida: o endereço público precisa ser https`;
    if (isProduction && !isLoopbackHost(host)) {
      return `${name} inválida: com NODE_ENV=production o endereço precisa ser https`;
    }
  }
  if (!isPublicHost(doors.host) || doors.baseUrl.startsWith('https:')) return undefined;
  return 'BASE_URL inválida: com HOST em um endereço público, defina-a com https';
}

function hostOf(url: string): string {
  return new URL(url).hostname.replace(/^\[|\]$/g, '');
}

function isLoopbackHost(host: string): boolean {
  const name = host.toLowerCase().replace(/\.$/, '');
  if (isIP(name) === 0) return /(^|\.)localhost$/.test(name);
  return isIPv4(name)
    ? name.startsWith('127.')
    : /^(::1|::ffff:7f[0-9a-f]{2}:|::ffff:127\.)/.test(name);
}

/** Anything that may be somebody else's: a public address, or a name that isn't a private one. */
function isPublicHost(host: string): boolean {
  if (isIP(host) !== 0) return isPublicAddress(host);
  return !PRIVATE_NAME.test(host.toLowerCase().replace(/\.$/, ''));
}

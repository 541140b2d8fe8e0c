import { isIP, isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

const IPV4_BITS = 32;
const IPV6_BITS = 128;
/** The bits before the IPv4 address in an IPv4-mapped address (RFC 4291, section 2.5.5.2). */
const MAPPED_BITS = IPV6_BITS - IPV4_BITS;

/**
 * Reads an IP address or a network in CIDR notation and writes it in its shortest form: a single
 * address without prefix, a network by its first address. An IPv4-mapped address becomes the IPv4
 * address. Returns undefined for any other text.
 */
export function parseAddressRange(text: string): string | undefined {
  const [host = '', prefix, ...rest] = text.trim().split('/');
  const address = rest.length === 0 ? parseAddress(host) : undefined;
  if (!address) return undefined;
  const bitsMax = address.kind() === 'ipv4' ? IPV4_BITS : IPV6_BITS;
  if (prefix === undefined) return address.toString();
  if (!/^(0|[1-9]\d{0,2})$/.test(prefix)) return undefined;
  const isMapped = host.includes(':') && address.kind() === 'ipv4';
  const bits = Number(prefix) - (isMapped ? MAPPED_BITS : 0);
  if (bits < 0 || bits > bitsMax) return undefined;
  if (bits === bitsMax) return address.toString();
  return `${firstOfNetwork(address, bits).toString()}/${bits}`;
}

/**
 * Whether an address is in one of these ranges, each as `parseAddressRange` writes it. False for a
 * text that is not an address.
 */
export function isInRanges(address: string, ranges: readonly string[]): boolean {
  const parsed = parseAddress(address);
  if (!parsed) return false;
  return ranges.some((range) => {
    const [host = '', prefix] = range.split('/');
    const network = ipaddr.parse(host);
    if (network.kind() !== parsed.kind()) return false;
    return parsed.match(network, prefix === undefined ? bitsOf(network) : Number(prefix));
  });
}

function bitsOf(address: Address): number {
  return address.kind() === 'ipv4' ? IPV4_BITS : IPV6_BITS;
}

/** Reads an address as Node does, without the octal and short forms that other readers accept. */
function parseAddress(text: string): Address | undefined {
  if (isIP(text) === 0) return undefined;
  if (isIPv4(text)) return ipaddr.IPv4.parse(text);
  // ipaddr.js takes `::8.8.8.8` for a mapped address; `URL` writes every address in hexadecimal.
  const canonical = URL.parse(`http://[${text}]`)?.hostname.slice(1, -1);
  return canonical === undefined ? undefined : ipaddr.process(canonical);
}

function firstOfNetwork(address: Address, bits: number): Address {
  const bytes = address.toByteArray().map((byte, index) => {
    const kept = Math.min(8, Math.max(0, bits - index * 8));
    return byte & (0xff << (8 - kept)) & 0xff;
  });
  return ipaddr.fromByteArray(bytes);
}

import { isIP, isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';

// RFC 4291, section 2.4, and IANA: all global unicast addresses given out so far.
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');
// RFC 4291, section 2.5.5.2.
const IPV4_MAPPED = ipaddr.IPv6.parseCIDR('::ffff:0:0/96');
// RFC 6052, section 2.1: the prefix by which IPv6-only networks address IPv4 hosts.
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

/**
 * Whether an IP address is a public unicast address. Of an IPv4-mapped or NAT64 address (RFC 4291,
 * RFC 6052) the IPv4 address inside is checked. False for all other tunnels into IPv4
 * (IPv4-compatible, 6to4, Teredo, local NAT64 of RFC 8215), which are abandoned or local, and for a
 * text that is not an address.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false;
  if (isIPv4(address)) return ipaddr.IPv4.parse(address).range() === 'unicast';
  // ipaddr.js takes `::8.8.8.8` for a mapped address; `URL` writes every address in hexadecimal.
  const canonical = URL.parse(`http://[${address}]`)?.hostname.slice(1, -1);
  if (canonical === undefined) return false;
  const parsed = ipaddr.IPv6.parse(canonical);
  if (parsed.match(IPV4_MAPPED) || parsed.match(NAT64)) {
    return new ipaddr.IPv4(parsed.toByteArray().slice(12)).range() === 'unicast';
  }
  return parsed.match(GLOBAL_UNICAST) && parsed.range() === 'unicast';
}

/**
 * Whether the host of a parsed URL is refused by its spelling alone: an IP address that is not
 * public, in any form that `URL` has normalised, or a name of the machine itself (RFC 6761).
 */
export function isBlockedHost(hostname: string): boolean {
  const literal = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  if (isIP(literal) !== 0) return !isPublicAddress(literal);
  return /(^|\.)localhost\.?$/i.test(hostname);
}

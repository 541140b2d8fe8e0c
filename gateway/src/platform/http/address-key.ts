import ipaddr from 'ipaddr.js';

const IPV6_PREFIX_BITS = 64;

/**
 * What budgets count by: an IPv4 address, or the /64 of an IPv6 one, which is what one customer is
 * given.
 */
export function addressKey(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  const network = parsed.toByteArray().slice(0, IPV6_PREFIX_BITS / 8);
  return network.map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

import ipaddr from 'ipaddr.js';

const IPV6_PREFIX_BITS = 64;

/**
 * The network that rate limits count a client by: its IPv4 address, or the /64 of its IPv6 address,
 * which is the range that a provider gives to one customer. A text that is not an address is
 * returned as it is.
 */
export function clientNetwork(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  const network = parsed.toByteArray().slice(0, IPV6_PREFIX_BITS / 8);
  return network.map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

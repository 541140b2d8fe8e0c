import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isBlockedHost, isPublicAddress } from './network-address.ts';

const REFUSED = [
  ['0.0.0.0', '0.1.2.3', '10.0.0.1', '100.64.0.1', '100.127.255.255', '127.0.0.1', '127.255.0.1'],
  ['169.254.169.254', '172.16.0.1', '172.31.255.255', '192.0.0.8', '192.0.2.1', '192.88.99.1'],
  ['192.168.1.1', '198.18.0.1', '198.19.255.255', '198.51.100.1', '203.0.113.1', '224.0.0.1'],
  ['239.255.255.255', '240.0.0.1', '255.255.255.255'],
  ['::', '::1', '::127.0.0.1', '::8.8.8.8', '::ffff:127.0.0.1', '::ffff:a9fe:a9fe'],
  ['::ffff:0:127.0.0.1', '::ffff:0:8.8.8.8', '64:ff9b::7f00:1', '64:ff9b::10.0.0.1'],
  ['64:ff9b:1::7f00:1', '64:ff9b:1:fffe::8.8.8.8', '100::1', '2002:7f00:1::1', '2002:808:808::1'],
  ['2001:0:53aa:64c:0:fbff:80ff:fffe', '2001:2::1', '2001:10::1', '2001:20::1', '2001:db8::1'],
  ['3fff::1', '4000::1', '5f00::1', 'fc00::1', 'fd00:ec2::254', 'fe80::1', 'fe80::1%lo'],
  ['fec0::1', 'ff02::1', 'ffff::1'],
  ['', 'example.com', '127.1', '0x7f000001', '2130706433', '8.8.8.8.', '[2606:4700::1111]'],
].flat();

const PUBLIC = [
  ['8.8.8.8', '1.1.1.1', '9.255.255.255', '100.63.255.255', '100.128.0.1', '172.32.0.1'],
  ['192.0.1.1', '198.17.255.255', '198.20.0.1', '223.255.255.255'],
  ['2606:4700::1111', '2001:4860:4860::8888', '::ffff:8.8.8.8', '64:ff9b::8.8.8.8'],
].flat();

test('an address that is not public unicast is refused, also inside an IPv6 address', () => {
  for (const address of REFUSED) assert.equal(isPublicAddress(address), false, address);
});

test('a public address is accepted, alone or inside a mapped or NAT64 address', () => {
  for (const address of PUBLIC) assert.equal(isPublicAddress(address), true, address);
});

test('a host is blocked if it is a private address or a name of this machine', () => {
  for (const host of ['127.0.0.1', '[::1]', 'localhost', 'LOCALHOST.', 'a.localhost']) {
    assert.equal(isBlockedHost(host), true, host);
  }
  for (const host of ['example.com', 'notlocalhost', 'localhost.example.com', '8.8.8.8']) {
    assert.equal(isBlockedHost(host), false, host);
  }
});

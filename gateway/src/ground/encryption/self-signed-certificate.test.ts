import assert from 'node:assert/strict';
import { generateKeyPairSync, X509Certificate } from 'node:crypto';
import { test } from 'node:test';
import forge from 'node-forge';
import { selfSignedCertificate } from './self-signed-certificate.ts';

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
const at = (day: string): number => Date.parse(`${day}T12:30:05.999Z`);

test('OpenSSL and another library read the certificate, which its key has signed', () => {
  for (const commonName of ['pix.loja.example', 'localhost', '127.0.0.1', 'açaí'.repeat(16)]) {
    const facts = { commonName, notBefore: at('2026-11-28'), notAfter: at('2049-12-31') };
    const pem = selfSignedCertificate(privateKey, facts);
    const read = new X509Certificate(pem);
    assert.ok(read.verify(publicKey));
    assert.ok(read.checkIssued(read));
    assert.ok(read.checkPrivateKey(privateKey));
    assert.equal(read.subject, `CN=${commonName}`);
    const other = forge.pki.certificateFromPem(pem);
    assert.ok(other.verify(other));
    assert.equal(forge.util.decodeUtf8(other.subject.getField('CN').value), commonName);
  }
});

test('its days are read to the second, also from 2050 on', () => {
  const pem = selfSignedCertificate(privateKey, {
    commonName: 'localhost',
    notBefore: at('2049-12-31'),
    notAfter: at('2059-12-29'),
  });
  const { validFrom, validTo } = new X509Certificate(pem);
  assert.deepEqual([validFrom, validTo], ['Dec 31 12:30:05 2049 GMT', 'Dec 29 12:30:05 2059 GMT']);
});

test('no two certificates have the same number, which is positive and has 16 bytes', () => {
  const facts = {
    commonName: 'localhost',
    notBefore: at('2026-11-28'),
    notAfter: at('2036-11-28'),
  };
  const numbers = Array.from(
    { length: 20 },
    () => new X509Certificate(selfSignedCertificate(privateKey, facts)).serialNumber,
  );
  assert.equal(new Set(numbers).size, numbers.length);
  for (const number of numbers) assert.match(number, /^[4-7][0-9A-F]{31}$/);
});

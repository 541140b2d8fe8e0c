-- The key and the certificate by which payloads of the test environment are signed.
alter table installation add column sealed_payload_key bytea;

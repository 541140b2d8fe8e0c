-- The key of the authentication codes of receipts, sealed like all secrets. A code must fit for as
-- long as somebody keeps its receipt, so it doesn't change with the encryption key: a rotation seals
-- it again. The first receipt makes it. Nothing is stored for each receipt.
alter table installation add column sealed_receipt_key bytea;

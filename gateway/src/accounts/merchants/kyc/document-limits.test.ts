import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal } from '#src/ground/errors/problems.ts';
import { DOCUMENT_BYTES_MAX, DOCUMENTS_MAX } from './kyc-application.ts';

test('the refusals of documents state the limits that the code applies', () => {
  const megabytes = DOCUMENT_BYTES_MAX / (1024 * 1024);
  assert.match(new Refusal('document_too_large').message, new RegExp(`\\b${megabytes} MB`));
  assert.match(
    new Refusal('too_many_documents').message,
    new RegExp(`\\b${DOCUMENTS_MAX} documentos`),
  );
});

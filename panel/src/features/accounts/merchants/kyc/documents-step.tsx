import { Stack, Text } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { texts } from '#texts/kyc.ts';
import { DocumentSlot } from './document-slot.tsx';
import { fieldOfDocument, isDocument } from './field-names.ts';
import type { Kyc } from './kyc-types.ts';
import { megabytes } from './upload-document.ts';

/**
 * The required documents for this kind of applicant, a field for each, and one for others. `faults`
 * are those of the last attempt to continue, by field; the first has the focus.
 */
export function DocumentsStep({
  kyc,
  faults,
}: {
  kyc: Kyc;
  faults: Readonly<Record<string, ReactNode>>;
}) {
  const { document_limits: limits } = kyc;
  const kinds = [...kyc.required_documents, 'other'] as const;
  useEffect(() => {
    const first = Object.keys(faults).find(isDocument);
    if (first) document.getElementById(first)?.focus();
  }, [faults]);
  const strays = kyc.documents.filter(({ kind }) => !kinds.some((one) => one === kind));
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        {texts.documentsHint(megabytes(limits.bytes_max), limits.count_max)}
      </Text>
      {kinds.map((kind) => (
        <DocumentSlot
          key={kind}
          kind={kind}
          isRequired={kind !== 'other'}
          bytesMax={limits.bytes_max}
          missing={faults[fieldOfDocument(kind)]}
          // Documents of another kind of applicant are listed too, so that they can be removed.
          documents={[
            ...kyc.documents.filter((document) => document.kind === kind),
            ...(kind === 'other' ? strays : []),
          ]}
        />
      ))}
    </Stack>
  );
}

import { Stack, Text } from '@mantine/core';
import { texts } from '#panel/texts/texts.ts';
import { DocumentSlot } from './document-slot.tsx';
import type { Kyc } from './kyc-types.ts';

/** The documents that this kind of application needs, a place for each, and one for others. */
export function DocumentsStep({ kyc }: { kyc: Kyc }) {
  const kinds = [...kyc.required_documents, 'other'] as const;
  const strays = kyc.documents.filter(({ kind }) => !kinds.some((one) => one === kind));
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed">
        {texts.kyc.documentsHint}
      </Text>
      {kinds.map((kind) => (
        <DocumentSlot
          key={kind}
          kind={kind}
          isRequired={kind !== 'other'}
          // What was sent for another kind of applicant is still there to be taken out.
          documents={[
            ...kyc.documents.filter((document) => document.kind === kind),
            ...(kind === 'other' ? strays : []),
          ]}
        />
      ))}
    </Stack>
  );
}

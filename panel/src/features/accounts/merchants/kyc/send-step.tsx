import { Alert, Anchor, Button, List, Stack, Text, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '#panel/api/client.ts';
import { showProblem } from '#panel/components/notices.ts';
import { IconChecks, IconListCheck } from '#panel/icons.ts';
import { texts } from '#texts/kyc.ts';
import { DocumentList } from './document-list.tsx';
import { isDocument, nameOf } from './field-names.ts';
import { type Step, stepOfField } from './form-values.ts';
import { KycDataView } from './kyc-data-view.tsx';
import type { Kyc } from './kyc-types.ts';

/** The review of all data and missing fields, and the button that submits it. */
export function SendStep({ kyc, onGoTo }: { kyc: Kyc; onGoTo: (step: Step) => void }) {
  const client = useQueryClient();
  const submit = api.useMutation('post', '/api/panel/kyc/submit', {
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: ['get', '/api/account/session'] });
    },
    onError: showProblem,
    onSettled: () => client.invalidateQueries({ queryKey: ['get', '/api/panel/kyc'] }),
  });
  const isComplete = kyc.faults.length === 0;
  return (
    <Stack gap="lg">
      {isComplete ? (
        <Alert variant="outline" icon={<IconChecks size={18} />} title={texts.readyTitle}>
          {texts.readyHint}
        </Alert>
      ) : (
        <Missing kyc={kyc} onGoTo={onGoTo} />
      )}
      <KycDataView data={kyc} />
      <SentDocuments documents={kyc.documents} />
      <Button
        size="md"
        style={{ alignSelf: 'flex-end' }}
        disabled={!isComplete}
        loading={submit.isPending}
        onClick={() => submit.mutate({})}
      >
        {texts.send}
      </Button>
    </Stack>
  );
}

/** The documents, which the merchant can open and read before they are sent. */
function SentDocuments({ documents }: { documents: Kyc['documents'] }) {
  return (
    <section>
      <Title order={2} mb="xs">
        {texts.documents}
      </Title>
      <Stack gap="xs">
        {documents.length === 0 && texts.noDocuments}
        <DocumentList documents={documents} isEditable={false} />
      </Stack>
    </section>
  );
}

function Missing({ kyc, onGoTo }: { kyc: Kyc; onGoTo: (step: Step) => void }) {
  const isPerson = kyc.kind !== 'company';
  // For a person these fields are the same, and the form asks for them once.
  const copies = new Set(isPerson ? ['responsible.name', 'responsible.tax_id'] : []);
  const faults = kyc.faults.filter(({ field }) => !copies.has(field));
  return (
    <Alert variant="outline" icon={<IconListCheck size={18} />} title={texts.missingTitle}>
      <List size="sm" spacing={4}>
        {faults.map(({ field, message }) => (
          <List.Item key={field}>
            <Anchor
              component="button"
              type="button"
              size="sm"
              underline="always"
              ta="start"
              onClick={() => onGoTo(stepOfField(field))}
            >
              {nameOf(field)}
            </Anchor>
            <Text span size="sm">
              : {isDocument(field) ? texts.missingDocument : message}
            </Text>
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}

import { Paper, Tabs, Title } from '@mantine/core';
import { EmptyState } from '#panel/components/empty-state.tsx';
import { IconFileText } from '#panel/icons.ts';
import { texts } from '#texts/kyc.ts';
import { DocumentView } from './document-view.tsx';
import type { ReviewedKyc } from './kyc-types.ts';

/** The documents of an application under review, one shown at a time. */
export function DocumentBrowser({ kyc }: { kyc: ReviewedKyc }) {
  const { documents, application_id } = kyc;
  const first = documents[0];
  return (
    <Paper withBorder p="lg" component="section">
      <Title order={2} mb="sm">
        {texts.documents}
      </Title>
      {first ? (
        <Tabs defaultValue={first.document_id} keepMounted={false} variant="pills">
          <Tabs.List mb="md">
            {documents.map(({ document_id, kind }) => (
              <Tabs.Tab key={document_id} value={document_id}>
                {texts.documentKinds[kind]}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {documents.map((document) => (
            <Tabs.Panel key={document.document_id} value={document.document_id}>
              <DocumentView
                document={document}
                url={`/api/operator/kyc/${application_id}/documents/${document.document_id}`}
              />
            </Tabs.Panel>
          ))}
        </Tabs>
      ) : (
        <EmptyState icon={IconFileText} title={texts.noDocuments} />
      )}
    </Paper>
  );
}

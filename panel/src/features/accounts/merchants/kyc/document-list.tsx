import { ActionIcon, Button, Group, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '#panel/api/client.ts';
import { Dialog } from '#panel/components/dialog.tsx';
import { formatSize } from '#panel/components/format.ts';
import { showProblem } from '#panel/components/notices.ts';
import { IconFileTypePdf, IconPhoto, IconTrash } from '#panel/icons.ts';
import { texts } from '#texts/kyc.ts';
import { DocumentView } from './document-view.tsx';
import { type KycDocument, ownDocumentUrl } from './kyc-types.ts';

/** The merchant's own documents: each can be opened, and removed from a draft. */
export function DocumentList({
  documents,
  isEditable,
}: {
  documents: readonly KycDocument[];
  isEditable: boolean;
}) {
  const [shown, setShown] = useState<KycDocument>();
  return (
    <>
      {documents.map((document) => (
        <Group key={document.document_id} gap="xs" wrap="nowrap">
          {document.content_type === 'application/pdf' ? (
            <IconFileTypePdf size={20} aria-hidden />
          ) : (
            <IconPhoto size={20} aria-hidden />
          )}
          <Text size="sm" flex={1} miw={0} style={{ overflowWrap: 'anywhere' }}>
            {document.name}{' '}
            <Text component="span" c="dimmed" size="sm">
              · {formatSize(document.size_bytes)}
            </Text>
          </Text>
          <Button
            size="compact-sm"
            variant="subtle"
            onClick={() => setShown(document)}
            aria-label={texts.viewOf(document.name)}
          >
            {texts.view}
          </Button>
          {isEditable && <RemoveButton document={document} />}
        </Group>
      ))}
      {shown !== undefined && (
        <Dialog
          onClose={() => setShown(undefined)}
          size="xl"
          title={shown && texts.documentKinds[shown.kind]}
        >
          {shown && <DocumentView document={shown} url={ownDocumentUrl(shown)} />}
        </Dialog>
      )}
    </>
  );
}

function RemoveButton({ document }: { document: KycDocument }) {
  const client = useQueryClient();
  const remove = api.useMutation('delete', '/api/panel/kyc/documents/{document_id}', {
    onSuccess: () => {
      return client.invalidateQueries({ queryKey: ['get', '/api/panel/kyc'] });
    },
    onError: showProblem,
  });
  const { document_id } = document;
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      loading={remove.isPending}
      onClick={() => remove.mutate({ params: { path: { document_id } } })}
      aria-label={texts.removeOf(document.name)}
    >
      <IconTrash size={18} />
    </ActionIcon>
  );
}

import { Badge, Button, FileButton, Group, Paper, Progress, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type DragEvent, type ReactNode, useState } from 'react';
import { DOCUMENT_TYPES } from '#panel/components/file-type.ts';
import { showProblem } from '#panel/components/notices.ts';
import { IconCheck, IconUpload } from '#panel/icons.ts';
import { texts } from '#texts/kyc.ts';
import { DocumentList } from './document-list.tsx';
import { fieldOfDocument } from './field-names.ts';
import type { DocumentKind, KycDocument } from './kyc-types.ts';
import { faultOfFile, uploadDocument } from './upload-document.ts';

/** The field of one kind of document: drop or choose files, upload progress, sent files. */
export function DocumentSlot({
  kind,
  isRequired,
  bytesMax,
  documents,
  missing,
}: {
  kind: DocumentKind;
  isRequired: boolean;
  /** The maximum size of a file, in bytes. */
  bytesMax: number;
  documents: readonly KycDocument[];
  /** The fault of a document that is missing. */
  missing: ReactNode;
}) {
  const { send, name, percent, fault } = useUploads(kind, bytesMax);
  const [isOver, setIsOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    send([...event.dataTransfer.files]);
  };
  const over = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(true);
  };
  return (
    <Paper
      withBorder
      p="md"
      onDragOver={over}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
      style={isOver ? OVER : undefined}
    >
      <Stack gap="xs">
        <Group justify="space-between" gap="xs" wrap="nowrap" align="flex-start">
          <div>
            <Text fw={600}>{texts.documentKinds[kind]}</Text>
            <Text size="sm" c="dimmed">
              {texts.documentHints[kind]}
            </Text>
          </div>
          <SlotBadge isRequired={isRequired} isThere={documents.length > 0} />
        </Group>
        <DocumentList documents={documents} isEditable />
        {name !== undefined && (
          <div>
            <Text size="sm">{texts.uploading(name)}</Text>
            <Progress value={percent} aria-label={texts.uploading(name)} mt={4} />
          </div>
        )}
        {(fault ?? (documents.length === 0 && missing)) && (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {fault ?? missing}
          </Text>
        )}
        <ChooseFile kind={kind} isOver={isOver} isBusy={name !== undefined} onChoose={send} />
      </Stack>
    </Paper>
  );
}

const OVER = {
  borderColor: 'var(--mantine-primary-color-filled)',
  borderStyle: 'dashed',
} as const;

function SlotBadge({ isRequired, isThere }: { isRequired: boolean; isThere: boolean }) {
  if (isThere) {
    const icon = <IconCheck size={14} aria-hidden />;
    return (
      <Badge variant="default" tt="none" leftSection={icon} style={{ flexShrink: 0 }}>
        {texts.received}
      </Badge>
    );
  }
  if (!isRequired) return null;
  return (
    <Badge variant="default" tt="none" style={{ flexShrink: 0 }}>
      {texts.required}
    </Badge>
  );
}

function ChooseFile({
  kind,
  isOver,
  isBusy,
  onChoose,
}: {
  kind: DocumentKind;
  isOver: boolean;
  isBusy: boolean;
  onChoose: (files: File[]) => void;
}) {
  return (
    <Group gap="xs">
      <FileButton accept={DOCUMENT_TYPES} multiple onChange={onChoose}>
        {(props) => (
          <Button
            {...props}
            id={fieldOfDocument(kind)}
            size="xs"
            variant="default"
            loading={isBusy}
            leftSection={<IconUpload size={16} />}
            aria-label={texts.chooseFileFor(texts.documentKinds[kind])}
          >
            {texts.chooseFile}
          </Button>
        )}
      </FileButton>
      <Text size="sm" c="dimmed" visibleFrom="sm">
        {isOver ? texts.dropHere : texts.orDrop}
      </Text>
    </Group>
  );
}

/** Uploads files one after the other, and shows the progress of the current one. */
function useUploads(kind: DocumentKind, bytesMax: number) {
  const client = useQueryClient();
  const [name, setName] = useState<string>();
  const [percent, setPercent] = useState(0);
  const [fault, setFault] = useState<string>();
  const upload = useMutation({ mutationFn: uploadDocument });
  const send = async (files: readonly File[]) => {
    setFault(undefined);
    for (const file of files) {
      const found = faultOfFile(file, bytesMax);
      if (found) {
        setFault(found);
        continue;
      }
      setPercent(0);
      setName(file.name);
      try {
        await upload.mutateAsync({ kind, file, onProgress: setPercent });
        await client.invalidateQueries({ queryKey: ['get', '/api/panel/kyc'] });
      } catch (error) {
        showProblem(error);
      }
    }
    setName(undefined);
  };
  return { send, name, percent, fault };
}

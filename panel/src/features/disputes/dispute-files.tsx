import {
  ActionIcon,
  Anchor,
  Button,
  FileButton,
  Group,
  Progress,
  Stack,
  Text,
} from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type DragEvent, type ReactNode, useState } from 'react';
import type { Answer } from '#panel/api/answer.ts';
import { addressOf, api } from '#panel/api/client.ts';
import { DOCUMENT_TYPES } from '#panel/components/file-type.ts';
import { formatSize } from '#panel/components/format.ts';
import { showProblem } from '#panel/components/notices.ts';
import { QueryState } from '#panel/components/query-state.tsx';
import { IconFileTypePdf, IconPhoto, IconTrash, IconUpload } from '#panel/icons.ts';
import { useEnvironment } from '#panel/session/environment.tsx';
import { texts } from '#texts/dispute-files.ts';
import { fileNameFor, type Question, questionOfFile } from './defense-text.ts';
import { faultOfFile, uploadFile } from './upload-file.ts';

type Files = Answer<'/api/panel/{environment}/disputes/{id}/files'>['data'];

const PATH = '/api/panel/{environment}/disputes/{id}/files';
const FILES_MAX = 10;
const NAME_LENGTH_MAX = 200;

function useFiles(id: string) {
  const environment = useEnvironment();
  const files = api.useQuery('get', PATH, { params: { path: { environment, id } } });
  return { files, path: `/api/panel/${environment}/disputes/${id}/files` };
}

/** The files of the merchant's dispute. */
export function DisputeFiles({ id }: { id: string }) {
  const { files, path } = useFiles(id);
  return (
    <QueryState query={files} title={texts.title} lines={1}>
      {({ data }) => <FileList files={data} path={path} />}
    </QueryState>
  );
}

/** The files that answer one question of a defence; they can be added and removed. */
export function QuestionFiles({
  id,
  question,
  questions,
  label,
}: {
  id: string;
  question: Question;
  /** All questions of the defence. */
  questions: readonly Question[];
  /** The name of the question. */
  label: string;
}) {
  const { files, path } = useFiles(id);
  return (
    <QueryState query={files} lines={1}>
      {({ data }) => {
        const isOwn = (name: string) => questionOfFile(name, questions) === question;
        const own = data.filter(({ name }) => isOwn(name));
        return (
          <DropFiles
            path={path}
            isFull={data.length >= FILES_MAX}
            label={label}
            nameFor={(name) => fileNameFor(question, name)}
            isOwn={isOwn}
          >
            {own.length > 0 && <FileList files={own} path={path} removableOf={id} />}
          </DropFiles>
        );
      }}
    </QueryState>
  );
}

/** The files of any dispute, for operators. */
export function OperatorDisputeFiles({ id }: { id: string }) {
  const files = api.useQuery('get', '/api/operator/disputes/{id}/files', {
    params: { path: { id } },
  });
  return (
    <QueryState query={files} title={texts.title} lines={1}>
      {({ data }) => <FileList files={data} path={`/api/operator/disputes/${id}/files`} />}
    </QueryState>
  );
}

function FileList({
  files,
  path,
  removableOf,
}: {
  files: Files;
  path: string;
  /** The id of the dispute whose files can be removed. */
  removableOf?: string;
}) {
  if (files.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {texts.none}
      </Text>
    );
  }
  return (
    <Stack gap={4} component="ul" style={{ listStyle: 'none', padding: 0, margin: 0 }}>
      {files.map(({ id, name, content_type: type, size_bytes: size, sent_at: sentAt }) => (
        <Group key={id} component="li" gap="xs" wrap="nowrap">
          {type === 'application/pdf' ? (
            <IconFileTypePdf size={20} aria-hidden />
          ) : (
            <IconPhoto size={20} aria-hidden />
          )}
          <Text size="sm" flex={1} miw={0} style={{ overflowWrap: 'anywhere' }}>
            <Anchor href={addressOf(`${path}/${id}`)} download={name} underline="always">
              {name}
            </Anchor>
            <Text component="span" c="dimmed" size="sm">
              {` · ${formatSize(size)}`}
              {sentAt === null ? '' : ` · ${texts.sent}`}
            </Text>
          </Text>
          {removableOf !== undefined && sentAt === null && (
            <RemoveFile disputeId={removableOf} id={id} name={name} />
          )}
        </Group>
      ))}
    </Stack>
  );
}

function RemoveFile({ disputeId, id, name }: { disputeId: string; id: string; name: string }) {
  const environment = useEnvironment();
  const client = useQueryClient();
  const remove = api.useMutation('delete', `${PATH}/{file_id}`, {
    onSuccess: () => client.invalidateQueries({ queryKey: ['get', PATH] }),
    onError: showProblem,
  });
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      loading={remove.isPending}
      onClick={() =>
        remove.mutate({ params: { path: { environment, id: disputeId, file_id: id } } })
      }
      aria-label={texts.removeOf(name)}
    >
      <IconTrash size={18} />
    </ActionIcon>
  );
}

const DROP = {
  border: '1px dashed var(--mantine-color-default-border)',
  borderRadius: 'var(--mantine-radius-default)',
  padding: 'var(--mantine-spacing-sm)',
} as const;
const OVER = { ...DROP, borderColor: 'var(--mantine-primary-color-filled)' } as const;

interface Uploads {
  readonly path: string;
  /** The name under which a file is kept. */
  readonly nameFor: (name: string) => string;
  /** Whether a file with this name is shown here. */
  readonly isOwn: (name: string) => boolean;
}

function DropFiles({
  isFull,
  label,
  children,
  ...uploads
}: Uploads & { isFull: boolean; label: string; children: ReactNode }) {
  const { send, name, percent, faults } = useUploads(uploads);
  const [isOver, setIsOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    if (!isFull) void send([...event.dataTransfer.files]);
  };
  const over = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(true);
  };
  return (
    <Stack
      gap="xs"
      onDragOver={over}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
      style={isOver ? OVER : DROP}
    >
      {children}
      {name !== undefined && (
        <div>
          <Text size="sm">{texts.uploading(name)}</Text>
          <Progress value={percent} aria-label={texts.uploading(name)} mt={4} />
        </div>
      )}
      {faults.map((fault) => (
        <Text key={fault} size="sm" c="var(--mantine-color-error)" role="alert">
          {fault}
        </Text>
      ))}
      {isFull ? (
        <Text size="sm" c="dimmed">
          {texts.full}
        </Text>
      ) : (
        <ChooseFiles isOver={isOver} isBusy={name !== undefined} label={label} onChoose={send} />
      )}
    </Stack>
  );
}

function ChooseFiles({
  isOver,
  isBusy,
  label,
  onChoose,
}: {
  isOver: boolean;
  isBusy: boolean;
  label: string;
  onChoose: (files: File[]) => void;
}) {
  return (
    <Group gap="xs">
      <FileButton accept={DOCUMENT_TYPES} multiple onChange={onChoose}>
        {(props) => (
          <Button
            {...props}
            size="xs"
            variant="default"
            loading={isBusy}
            leftSection={<IconUpload size={16} />}
          >
            {texts.choose}
            <span className="heard-only"> {label}</span>
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
function useUploads({ path, nameFor, isOwn }: Uploads) {
  const client = useQueryClient();
  const [name, setName] = useState<string>();
  const [percent, setPercent] = useState(0);
  const [faults, setFaults] = useState<readonly string[]>([]);
  const upload = useMutation({ mutationFn: uploadFile });
  const send = async (files: readonly File[]) => {
    const found = files.flatMap((file) => faultOfFile(file) ?? []);
    setFaults(found);
    for (const file of files.filter((valid) => faultOfFile(valid) === undefined)) {
      setPercent(0);
      setName(file.name);
      try {
        // The end of a long name has the file's type.
        const own = file.name.slice(nameFor('').length - NAME_LENGTH_MAX);
        const sent = { path, file, name: nameFor(own), onProgress: setPercent };
        const kept = await upload.mutateAsync(sent);
        // The same content is kept once, for the question of its first upload.
        if (!isOwn(kept)) found.push(texts.alreadyThere(file.name, kept));
        setFaults([...found]);
        await client.invalidateQueries({ queryKey: ['get', PATH] });
      } catch (error) {
        showProblem(error);
      }
    }
    setName(undefined);
  };
  return { send, name, percent, faults };
}

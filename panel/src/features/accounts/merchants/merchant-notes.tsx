import { Button, Group, Paper, Stack, Text, Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Answer } from '#panel/api/answer.ts';
import { byCursor } from '#panel/api/by-cursor.ts';
import { api } from '#panel/api/client.ts';
import { ConfirmButton } from '#panel/components/confirm-button.tsx';
import { Form } from '#panel/components/form.tsx';
import { IfAllowed } from '#panel/components/if-allowed.tsx';
import { Instant } from '#panel/components/instant.tsx';
import { LoadMore } from '#panel/components/load-more.tsx';
import { showDone, showProblem } from '#panel/components/notices.ts';
import { QueryState } from '#panel/components/query-state.tsx';
import { Section } from '#panel/components/section.tsx';
import { texts as noteTexts } from '#texts/merchant-notes.ts';

const LENGTH_MAX = 2_000;
const PATH = '/api/operator/merchants/{username}/notes';
type Note = Answer<typeof PATH>['data'][number];

/** The notes of operators about a merchant, which the merchant doesn't see. */
export function MerchantNotes({ username }: { username: string }) {
  const notes = api.useInfiniteQuery('get', PATH, { params: { path: { username } } }, byCursor);
  return (
    <Section title={noteTexts.title} description={noteTexts.description}>
      <Stack gap="md">
        <IfAllowed operation="addMerchantNote">
          <NoteForm username={username} />
        </IfAllowed>
        <QueryState query={notes} lines={2}>
          {({ pages }) => {
            const rows = pages.flatMap(({ data }) => data);
            if (rows.length === 0) return <Text c="dimmed">{noteTexts.empty}</Text>;
            return (
              <Stack gap="sm">
                {rows.map((note) => (
                  <NoteCard key={note.id} username={username} note={note} />
                ))}
                <LoadMore query={notes} />
              </Stack>
            );
          }}
        </QueryState>
      </Stack>
    </Section>
  );
}

function NoteForm({ username }: { username: string }) {
  const [text, setText] = useState('');
  const refresh = useRefresh(username);
  const add = api.useMutation('post', PATH, {
    onSuccess: async () => {
      setText('');
      await refresh();
      showDone(noteTexts.added);
    },
    onError: showProblem,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    add.mutate({ params: { path: { username } }, body: { text: text.trim() } });
  };
  return (
    <Form onSubmit={submit}>
      <Stack gap="xs">
        <Textarea
          label={noteTexts.text}
          autosize
          minRows={2}
          maxLength={LENGTH_MAX}
          required
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button type="submit" variant="default" loading={add.isPending}>
            {noteTexts.add}
          </Button>
        </Group>
      </Stack>
    </Form>
  );
}

function NoteCard({ username, note }: { username: string; note: Note }) {
  const refresh = useRefresh(username);
  const remove = api.useMutation('delete', '/api/operator/merchants/{username}/notes/{id}', {
    onSuccess: refresh,
    onError: showProblem,
  });
  return (
    <Paper withBorder p="sm">
      <Group justify="space-between" align="start" wrap="nowrap">
        <div>
          <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            {note.text}
          </Text>
          <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {note.author} · <Instant at={note.created_at} />
          </Text>
        </div>
        <IfAllowed operation="removeMerchantNote">
          <ConfirmButton
            size="xs"
            style={{ flexShrink: 0 }}
            title={noteTexts.removeTitle}
            question={noteTexts.removeQuestion}
            confirm={noteTexts.remove}
            loading={remove.isPending}
            onConfirm={() => remove.mutate({ params: { path: { username, id: note.id } } })}
          >
            {noteTexts.remove}
          </ConfirmButton>
        </IfAllowed>
      </Group>
    </Paper>
  );
}

function useRefresh(username: string) {
  const client = useQueryClient();
  const path = { username };
  const { queryKey } = api.queryOptions('get', PATH, { params: { path } });
  return () => client.invalidateQueries({ queryKey });
}

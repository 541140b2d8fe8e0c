import { Button, Group, Paper, Stack, Text, Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api } from '#panel/api/client.ts';
import { ConfirmButton } from '#panel/components/confirm-button.tsx';
import { Form } from '#panel/components/form.tsx';
import { IfAllowed } from '#panel/components/if-allowed.tsx';
import { Instant } from '#panel/components/instant.tsx';
import { showDone, showProblem } from '#panel/components/notices.ts';
import { Section } from '#panel/components/section.tsx';
import { useEnvironment } from '#panel/session/environment.tsx';
import { texts } from '#texts/customers.ts';
import type { Customer } from './customer-types.ts';

const LENGTH_MAX = 2_000;
type Note = Customer['notes'][number];

/** The notes of members about a customer. */
export function CustomerNotes({ customer: { id, notes } }: { customer: Customer }) {
  return (
    <Section title={texts.notes} description={texts.notesHint}>
      <Stack gap="md">
        <IfAllowed operation="addCustomerNote">
          <NoteForm customerId={id} />
        </IfAllowed>
        {notes.length === 0 ? (
          <Text c="dimmed">{texts.noNotes}</Text>
        ) : (
          notes.map((note) => <NoteCard key={note.id} customerId={id} note={note} />)
        )}
      </Stack>
    </Section>
  );
}

function NoteForm({ customerId: id }: { customerId: string }) {
  const environment = useEnvironment();
  const client = useQueryClient();
  const [text, setText] = useState('');
  const add = api.useMutation('post', '/api/panel/{environment}/customers/{id}/notes', {
    onSuccess: async () => {
      setText('');
      await client.invalidateQueries();
      showDone(texts.noteAdded);
    },
    onError: showProblem,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    add.mutate({ params: { path: { environment, id } }, body: { text: text.trim() } });
  };
  return (
    <Form onSubmit={submit}>
      <Stack gap="xs">
        <Textarea
          label={texts.note}
          autosize
          minRows={2}
          maxLength={LENGTH_MAX}
          required
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button type="submit" variant="default" loading={add.isPending}>
            {texts.addNote}
          </Button>
        </Group>
      </Stack>
    </Form>
  );
}

function NoteCard({ customerId: id, note }: { customerId: string; note: Note }) {
  const environment = useEnvironment();
  const client = useQueryClient();
  const path = '/api/panel/{environment}/customers/{id}/notes/{note_id}';
  const remove = api.useMutation('delete', path, {
    onSuccess: () => client.invalidateQueries(),
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
        <IfAllowed operation="removeCustomerNote">
          <ConfirmButton
            size="xs"
            style={{ flexShrink: 0 }}
            title={texts.removeNoteTitle}
            question={texts.removeNoteQuestion}
            confirm={texts.removeNote}
            loading={remove.isPending}
            onConfirm={() =>
              remove.mutate({ params: { path: { environment, id, note_id: note.id } } })
            }
          >
            {texts.removeNote}
          </ConfirmButton>
        </IfAllowed>
      </Group>
    </Paper>
  );
}

import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '#panel/api/client.ts';
import { DataTable } from '#panel/components/data-table.tsx';
import { showDone, showProblem } from '#panel/components/notices.ts';
import { QueryState } from '#panel/components/query-state.tsx';
import { Section } from '#panel/components/section.tsx';
import { IconPlus } from '#panel/icons.ts';
import { useMayAct } from '#panel/session/session.ts';
import { texts } from '#texts/closings.ts';
import { CLOSING_MAILS, type ClosingFormat, FORMATS } from './closing-types.ts';
import { ACTIONS, FACTS } from './recipient-columns.tsx';
import { NameForm } from './recipient-form.tsx';

/** The attached files and the addresses that get closings by mail. */
export function ClosingMails() {
  const query = api.useQuery('get', CLOSING_MAILS);
  const mayChange = useMayAct('nameClosingRecipient');
  const [isOpen, { open, close }] = useDisclosure();
  return (
    <Section
      title={texts.mails}
      description={texts.mailsHint}
      action={
        mayChange && (
          <Button leftSection={<IconPlus size={16} />} onClick={open}>
            {texts.name}
          </Button>
        )
      }
    >
      <QueryState query={query}>
        {({ formats, data }) => (
          <Stack gap="lg">
            {data.length === 0 ? (
              <Text c="dimmed">{texts.empty}</Text>
            ) : (
              <DataTable
                caption={texts.caption}
                columns={mayChange ? [...FACTS, ACTIONS] : FACTS}
                rows={data}
                rowKey={(row) => row.id}
              />
            )}
            <Formats key={formats.join()} chosen={formats} mayChange={mayChange} />
          </Stack>
        )}
      </QueryState>
      {isOpen && <NameForm onClose={close} />}
    </Section>
  );
}

/** The files of all closings; a choice is saved at once. */
function Formats({ chosen, mayChange }: { chosen: readonly ClosingFormat[]; mayChange: boolean }) {
  const client = useQueryClient();
  const [formats, setFormats] = useState(chosen);
  const save = api.useMutation('put', '/api/panel/closing-mails/formats', {
    onSuccess: () => showDone(texts.saved),
    onError: showProblem,
    onSettled: () => client.invalidateQueries({ queryKey: ['get', CLOSING_MAILS] }),
  });
  const choose = (values: string[]) => {
    const next = FORMATS.filter((format) => values.includes(format));
    setFormats(next);
    if (next.length > 0) save.mutate({ body: { formats: next } });
  };
  return (
    <Checkbox.Group
      label={texts.formats}
      value={[...formats]}
      onChange={choose}
      error={formats.length === 0 ? texts.oneFormat : undefined}
    >
      <Group gap="lg" mt="xs">
        {FORMATS.map((format) => (
          <Checkbox
            key={format}
            value={format}
            label={texts.formatNames[format]}
            disabled={!mayChange}
          />
        ))}
      </Group>
    </Checkbox.Group>
  );
}

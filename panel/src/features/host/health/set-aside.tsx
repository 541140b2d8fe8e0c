import { Alert, Group, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { api, fetchApi } from '#panel/api/client.ts';
import { codeOf } from '#panel/components/code-field.tsx';
import { type Column, DataTable } from '#panel/components/data-table.tsx';
import { formatCount } from '#panel/components/format.ts';
import { IfAllowed } from '#panel/components/if-allowed.tsx';
import { Instant } from '#panel/components/instant.tsx';
import { showDone } from '#panel/components/notices.ts';
import { ReasonButton, type ReasonInput } from '#panel/components/reason-button.tsx';
import { Section } from '#panel/components/section.tsx';
import { IconAlertTriangle } from '#panel/icons.ts';
import { texts } from '#texts/health.ts';
import type { Health } from './health-types.ts';

type Item = Health['set_aside']['items'][number];

/** The work that keeps failing, and what an operator may do with it. */
export function SetAside({ work: { total, items } }: { work: Health['set_aside'] }) {
  return (
    <Section title={texts.setAside(formatCount(total))}>
      <Stack gap="md">
        {total > 0 && (
          <Alert color="red" variant="outline" icon={<IconAlertTriangle size={18} />}>
            {texts.setAsideHint}
          </Alert>
        )}
        <DataTable
          caption={texts.setAsideCaption}
          columns={COLUMNS}
          rows={items}
          rowKey={({ kind, id }) => `${kind} ${id}`}
        />
      </Stack>
    </Section>
  );
}

const COLUMNS: readonly Column<Item>[] = [
  {
    key: 'item',
    place: 'name',
    label: texts.setAsideItem,
    render: ({ kind, id }) => (
      <Stack gap={0}>
        <Text inherit>{texts.setAsideKinds[kind]}</Text>
        <Text size="sm" c="dimmed" visibleFrom="sm" style={{ overflowWrap: 'anywhere' }}>
          {id}
        </Text>
      </Stack>
    ),
  },
  {
    key: 'error',
    place: 'more',
    label: texts.setAsideError,
    render: ({ failures, last_error: error }) =>
      texts.setAsideFailures(formatCount(failures), error),
  },
  {
    key: 'next',
    place: 'more',
    isNamed: true,
    label: texts.setAsideNext,
    render: ({ dropped, next_try_at: next }) =>
      dropped ? texts.setAsideDropped(dropped.reason) : <Instant at={next} />,
  },
  {
    key: 'actions',
    place: 'more',
    label: texts.setAsideActions,
    render: (item) => (
      <IfAllowed operation="retrySetAsideWork">
        <Decisions item={item} />
      </IfAllowed>
    ),
  },
];

function Decisions({ item: { kind, id, dropped } }: { item: Item }) {
  const client = useQueryClient();
  const decide = (decision: 'retry' | 'drop') => async (input: ReasonInput) => {
    const { error } = await fetchApi.POST(`/api/operator/set-aside/{kind}/{id}/${decision}`, {
      params: { path: { kind, id } },
      body: { reason: input.reason, ...codeOf(input.code) },
    });
    if (error) throw error;
    showDone(decision === 'retry' ? texts.retried : texts.dropped);
    const { queryKey } = api.queryOptions('get', '/api/operator/health');
    await client.invalidateQueries({ queryKey });
  };
  return (
    <Group gap="xs">
      <ReasonButton
        isSmall
        label={texts.retry}
        title={texts.retryTitle}
        hint={texts.retryHint}
        onSend={decide('retry')}
      />
      {dropped === null && kind !== 'bank_charge' && (
        <ReasonButton
          isSmall
          label={texts.drop}
          title={texts.dropTitle}
          hint={texts.dropHint}
          onSend={decide('drop')}
        />
      )}
    </Group>
  );
}

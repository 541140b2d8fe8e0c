import { Stack, Text } from '@mantine/core';
import { CopyText } from '#panel/components/copy-text.tsx';
import type { Column } from '#panel/components/data-table.tsx';
import { formatCount } from '#panel/components/format.ts';
import { Instant } from '#panel/components/instant.tsx';
import { texts } from '#texts/credentials.ts';
import { CredentialActions } from './credential-actions.tsx';
import type { Credential } from './credential-types.ts';
import { KeyRights } from './key-rights-text.tsx';
import { KeyState } from './key-state.tsx';

/** The columns of the list of keys; with actions only for users who may act. */
export function credentialColumns(mayChange: boolean): Column<Credential>[] {
  const columns: Column<Credential>[] = [
    {
      key: 'name',
      place: 'name',
      label: texts.name,
      render: (row) => (
        <Stack gap={2} miw={{ base: 0, sm: 190 }}>
          <Text inherit fw={600}>
            {row.name}
          </Text>
          <CopyText value={row.client_id} label={texts.clientId} />
        </Stack>
      ),
    },
    {
      key: 'status',
      place: 'amount',
      label: texts.status,
      render: (row) => <KeyState revokedAt={row.revoked_at} />,
    },
    {
      key: 'rights',
      place: 'time',
      label: texts.rights,
      render: (row) => <KeyRights rights={row} />,
    },
    {
      key: 'last_used',
      place: 'state',
      isNamed: true,
      label: texts.lastUsed,
      render: (row) => (
        <Stack gap={2}>
          {row.last_used_at ? <Instant at={row.last_used_at} /> : texts.never}
          <Text size="sm" c="dimmed" visibleFrom="sm">
            {texts.requests(formatCount(row.requests_last_day))}
          </Text>
        </Stack>
      ),
    },
    { key: 'created', label: texts.createdAt, render: (row) => <Instant at={row.created_at} /> },
  ];
  if (!mayChange) return columns;
  const actions: Column<Credential> = {
    key: 'actions',
    place: 'more',
    label: texts.actions,
    render: (row) => (row.revoked_at ? null : <CredentialActions credential={row} />),
  };
  return [...columns, actions];
}

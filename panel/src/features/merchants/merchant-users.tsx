import { Text } from '@mantine/core';
import { type Column, DataTable } from '#panel/components/data-table.tsx';
import { Instant } from '#panel/components/instant.tsx';
import { Section } from '#panel/components/section.tsx';
import { texts } from '#panel/texts/texts.ts';
import type { MerchantUser } from './merchant-types.ts';

const words = texts.merchants;

/** Who logs in for the merchant. */
export function MerchantUsers({ users }: { users: readonly MerchantUser[] }) {
  return (
    <Section title={words.users}>
      {users.length === 0 ? (
        <Text c="dimmed">{words.noUsers}</Text>
      ) : (
        <DataTable
          caption={words.usersCaption}
          columns={COLUMNS}
          rows={users}
          rowKey={(row) => row.email}
        />
      )}
    </Section>
  );
}

const COLUMNS: readonly Column<MerchantUser>[] = [
  { key: 'name', label: words.userName, render: (row) => row.name },
  {
    key: 'email',
    label: words.email,
    render: (row) => (row.is_email_confirmed ? row.email : `${row.email} (${words.emailPending})`),
  },
  {
    key: 'second_factor',
    label: words.secondFactor,
    render: (row) => (row.has_second_factor ? words.secondFactorOn : words.secondFactorOff),
  },
  { key: 'seen', label: words.lastSeen, render: (row) => <Instant at={row.seen_at} /> },
];

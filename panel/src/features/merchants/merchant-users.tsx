import { Text } from '@mantine/core';
import { api } from '#panel/api/client.ts';
import { ConfirmButton } from '#panel/components/confirm-button.tsx';
import { type Column, DataTable } from '#panel/components/data-table.tsx';
import { Instant } from '#panel/components/instant.tsx';
import { showProblem } from '#panel/components/notices.ts';
import { Section } from '#panel/components/section.tsx';
import { texts } from '#panel/texts/texts.ts';
import type { MerchantUser } from './merchant-types.ts';
import { useAfterChange } from './use-after-change.ts';

const words = texts.merchants;

/** Who logs in for the merchant. */
export function MerchantUsers({
  username,
  users,
}: {
  username: string;
  users: readonly MerchantUser[];
}) {
  return (
    <Section title={words.users}>
      {users.length === 0 ? (
        <Text c="dimmed">{words.noUsers}</Text>
      ) : (
        <DataTable
          caption={words.usersCaption}
          columns={columnsOf(username)}
          rows={users}
          rowKey={(row) => row.email}
        />
      )}
    </Section>
  );
}

const FACTS: readonly Column<MerchantUser>[] = [
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

function columnsOf(username: string): readonly Column<MerchantUser>[] {
  const actions: Column<MerchantUser> = {
    key: 'actions',
    label: words.userActions,
    render: (user) => <EndSessions username={username} user={user} />,
  };
  return [...FACTS, actions];
}

/** Logs a person out everywhere: the next request of each session is refused. */
function EndSessions({ username, user }: { username: string; user: MerchantUser }) {
  const afterChange = useAfterChange();
  const end = api.useMutation(
    'delete',
    '/api/operator/merchants/{username}/users/{user_id}/sessions',
    { onSuccess: () => afterChange(words.sessionsEnded), onError: showProblem },
  );
  const path = { username, user_id: user.user_id };
  return (
    <ConfirmButton
      size="xs"
      title={words.endSessionsTitle}
      question={words.endSessionsQuestion(user.name)}
      confirm={words.endSessions}
      loading={end.isPending}
      onConfirm={() => end.mutate({ params: { path } })}
    >
      {words.endSessions}
    </ConfirmButton>
  );
}

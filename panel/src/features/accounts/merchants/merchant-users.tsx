import { Text } from '@mantine/core';
import { api } from '#panel/api/client.ts';
import { ConfirmButton } from '#panel/components/confirm-button.tsx';
import { type Column, DataTable } from '#panel/components/data-table.tsx';
import { IfAllowed } from '#panel/components/if-allowed.tsx';
import { Instant } from '#panel/components/instant.tsx';
import { showProblem } from '#panel/components/notices.ts';
import { Section } from '#panel/components/section.tsx';
import { texts } from '#texts/merchants.ts';
import type { MerchantUser } from './merchant-types.ts';
import { useAfterChange } from './use-after-change.ts';

/** The users of the merchant. */
export function MerchantUsers({
  username,
  users,
}: {
  username: string;
  users: readonly MerchantUser[];
}) {
  return (
    <Section title={texts.users}>
      {users.length === 0 ? (
        <Text c="dimmed">{texts.noUsers}</Text>
      ) : (
        <DataTable
          caption={texts.usersCaption}
          columns={columnsOf(username)}
          rows={users}
          rowKey={(row) => row.email}
        />
      )}
    </Section>
  );
}

const FACTS: readonly Column<MerchantUser>[] = [
  { key: 'name', place: 'name', label: texts.userName, render: (row) => row.name },
  {
    key: 'email',
    place: 'time',
    label: texts.email,
    render: (row) => (row.is_email_confirmed ? row.email : `${row.email} (${texts.emailPending})`),
  },
  {
    key: 'second_factor',
    place: 'more',
    isNamed: true,
    label: texts.secondFactor,
    render: (row) => (row.has_second_factor ? texts.secondFactorOn : texts.secondFactorOff),
  },
  {
    key: 'seen',
    place: 'more',
    isNamed: true,
    label: texts.lastSeen,
    render: (row) => <Instant at={row.seen_at} />,
  },
];

function columnsOf(username: string): readonly Column<MerchantUser>[] {
  const actions: Column<MerchantUser> = {
    key: 'actions',
    place: 'more',
    label: texts.userActions,
    render: (user) => (
      <IfAllowed operation="endSessionsOfUser">
        <EndSessions username={username} user={user} />
      </IfAllowed>
    ),
  };
  return [...FACTS, actions];
}

/** Ends all sessions of a user: the next request of each is refused. */
function EndSessions({ username, user }: { username: string; user: MerchantUser }) {
  const afterChange = useAfterChange();
  const end = api.useMutation(
    'delete',
    '/api/operator/merchants/{username}/users/{user_id}/sessions',
    { onSuccess: () => afterChange(texts.sessionsEnded), onError: showProblem },
  );
  const path = { username, user_id: user.user_id };
  return (
    <ConfirmButton
      size="xs"
      title={texts.endSessionsTitle}
      question={texts.endSessionsQuestion(user.name)}
      confirm={texts.endSessions}
      loading={end.isPending}
      onConfirm={() => end.mutate({ params: { path } })}
    >
      {texts.endSessions}
    </ConfirmButton>
  );
}

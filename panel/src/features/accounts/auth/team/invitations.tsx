import { Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { Answer } from '#panel/api/answer.ts';
import { api } from '#panel/api/client.ts';
import { ConfirmButton } from '#panel/components/confirm-button.tsx';
import { type Column, DataTable } from '#panel/components/data-table.tsx';
import { IfAllowed } from '#panel/components/if-allowed.tsx';
import { Instant } from '#panel/components/instant.tsx';
import { showDone, showProblem } from '#panel/components/notices.ts';
import { QueryState } from '#panel/components/query-state.tsx';
import { RowActions } from '#panel/components/row-actions.tsx';
import { Section } from '#panel/components/section.tsx';
import { common } from '#panel/texts/common.ts';
import { texts } from '#texts/team.ts';

const LIST = '/api/panel/team/invitations';
type Invitation = Answer<typeof LIST>['data'][number];

/** The invitations that wait for their recipients. */
export function Invitations({ mayChange }: { mayChange: boolean }) {
  const invitations = api.useQuery('get', LIST);
  return (
    <Section title={texts.invitations} description={texts.invitationsHint}>
      <QueryState query={invitations}>
        {({ data }) =>
          data.length === 0 ? (
            <Text c="dimmed">{texts.noInvitations}</Text>
          ) : (
            <DataTable
              caption={texts.invitationsCaption}
              columns={mayChange ? [...FACTS, ACTIONS] : FACTS}
              rows={data}
              rowKey={(row) => row.id}
            />
          )
        }
      </QueryState>
    </Section>
  );
}

const FACTS: readonly Column<Invitation>[] = [
  { key: 'email', place: 'name', label: texts.email, render: (row) => row.email },
  {
    key: 'role',
    place: 'state',
    label: common.role,
    render: (row) => common.memberRoles[row.member_role],
  },
  {
    key: 'expires',
    place: 'time',
    isNamed: true,
    label: texts.expires,
    render: (row) => <Instant at={row.expires_at} />,
  },
];

const ACTIONS: Column<Invitation> = {
  key: 'actions',
  place: 'more',
  label: texts.actions,
  render: (row) => (
    <IfAllowed operation="revokeInvitation">
      <RowActions name={row.email}>
        <RevokeButton invitation={row} />
      </RowActions>
    </IfAllowed>
  ),
};

function RevokeButton({ invitation: { id, email } }: { invitation: Invitation }) {
  const client = useQueryClient();
  const revoke = api.useMutation('delete', '/api/panel/team/invitations/{id}', {
    onSuccess: () => showDone(texts.revoked),
    onError: showProblem,
    onSettled: () => client.invalidateQueries({ queryKey: ['get', LIST] }),
  });
  return (
    <ConfirmButton
      size="xs"
      title={texts.revoke}
      question={texts.revokeQuestion(email)}
      confirm={texts.revoke}
      loading={revoke.isPending}
      onConfirm={() => revoke.mutate({ params: { path: { id } } })}
    >
      {texts.revoke}
    </ConfirmButton>
  );
}

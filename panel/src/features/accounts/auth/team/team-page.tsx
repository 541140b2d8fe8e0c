import { Alert, Button, Paper, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import type { Answer } from '#panel/api/answer.ts';
import { api } from '#panel/api/client.ts';
import { codeOf } from '#panel/components/code-field.tsx';
import { ConfirmWithCode } from '#panel/components/confirm-with-code.tsx';
import { type Column, DataTable } from '#panel/components/data-table.tsx';
import { Instant } from '#panel/components/instant.tsx';
import { showDone } from '#panel/components/notices.ts';
import { PageHeader } from '#panel/components/page-header.tsx';
import { QueryState } from '#panel/components/query-state.tsx';
import { RoleButton } from '#panel/components/role-button.tsx';
import { RowActions } from '#panel/components/row-actions.tsx';
import { IconPlus } from '#panel/icons.ts';
import { useMay, useMayAct, useSession } from '#panel/session/session.ts';
import { common } from '#panel/texts/common.ts';
import { texts } from '#texts/team.ts';
import { Invitations } from './invitations.tsx';
import { InviteForm } from './invite-form.tsx';
import { roleChoices } from './role-choices.ts';

type Member = Answer<'/api/panel/team/members'>['data'][number];

/** The merchant's team: everybody sees it, owners change it. */
export function TeamPage() {
  const { merchant } = useSession();
  const isOwner = useMay('inviteMember');
  const mayChange = useMayAct('inviteMember');
  const [isOpen, { open, close }] = useDisclosure();
  if (merchant?.is_sandbox) {
    return (
      <>
        <PageHeader description={texts.description} />
        <Alert variant="outline">{texts.sandbox}</Alert>
      </>
    );
  }
  return (
    <>
      <PageHeader
        description={texts.description}
        isList
        actions={
          mayChange && (
            <Button leftSection={<IconPlus size={16} />} onClick={open}>
              {texts.invite}
            </Button>
          )
        }
      />
      <Stack gap="lg">
        {!isOwner && <Text c="dimmed">{texts.onlyOwners}</Text>}
        <Members mayChange={mayChange} />
        {isOwner && <Invitations mayChange={mayChange} />}
      </Stack>
      {isOpen && <InviteForm onClose={close} />}
    </>
  );
}

function Members({ mayChange }: { mayChange: boolean }) {
  const members = api.useQuery('get', '/api/panel/team/members');
  return (
    <QueryState query={members}>
      {({ data }) => (
        <Paper withBorder p="md">
          <DataTable
            caption={texts.membersCaption}
            columns={mayChange ? [...FACTS, ACTIONS] : FACTS}
            rows={data}
            rowKey={(row) => row.user_id}
          />
        </Paper>
      )}
    </QueryState>
  );
}

const FACTS: readonly Column<Member>[] = [
  {
    key: 'name',
    place: 'name',
    label: texts.name,
    render: (row) => (row.is_self ? `${row.name} ${texts.you}` : row.name),
  },
  { key: 'email', place: 'time', label: texts.email, render: (row) => row.email },
  {
    key: 'role',
    place: 'amount',
    label: common.role,
    render: (row) => common.memberRoles[row.member_role],
  },
  {
    key: 'second_factor',
    place: 'more',
    isNamed: true,
    label: texts.secondFactor,
    render: (row) => (row.has_second_factor ? texts.on : texts.off),
  },
  {
    key: 'seen',
    place: 'more',
    isNamed: true,
    label: texts.seen,
    render: (row) => <Instant at={row.seen_at} />,
  },
];

const ACTIONS: Column<Member> = {
  key: 'actions',
  place: 'more',
  label: texts.actions,
  render: (row) => <MemberActions member={row} />,
};

function MemberActions({ member }: { member: Member }) {
  const client = useQueryClient();
  const done = (message: string) => () => {
    showDone(message);
    // One's own role may have changed, and with it the whole panel.
    void client.invalidateQueries();
  };
  const change = api.useMutation('patch', '/api/panel/team/members/{user_id}', {
    onSuccess: done(texts.roleChanged),
  });
  const remove = api.useMutation('post', '/api/panel/team/members/{user_id}/remove', {
    onSuccess: done(texts.removed),
  });
  const params = { path: { user_id: member.user_id } };
  return (
    <RowActions name={member.name} wrap="nowrap">
      <RoleButton
        name={member.name}
        role={member.member_role}
        choices={roleChoices}
        isPending={change.isPending}
        onChange={(member_role, code) =>
          change.mutateAsync({ params, body: { member_role, ...codeOf(code) } })
        }
      />
      <ConfirmWithCode
        isSmall
        title={texts.removeTitle}
        question={texts.removeQuestion(member.name)}
        label={texts.remove}
        isPending={remove.isPending}
        environment="live"
        onConfirm={(code) => remove.mutateAsync({ params, body: codeOf(code) })}
      />
    </RowActions>
  );
}

import { Button, Group, Paper, Text } from '@mantine/core';
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
import { IconPlus } from '#panel/icons.ts';
import { common } from '#panel/texts/common.ts';
import { texts } from '#texts/operators.ts';
import { NewOperator } from './new-operator.tsx';
import { roleChoices } from './role-choices.ts';

type Operator = Answer<'/api/operator/operators'>['data'][number];

/** The operators and their roles, for admins. */
export function OperatorsPage() {
  const [isOpen, { open, close }] = useDisclosure();
  const operators = api.useQuery('get', '/api/operator/operators');
  return (
    <>
      <PageHeader
        description={texts.description}
        isList
        actions={
          <Button leftSection={<IconPlus size={16} />} onClick={open}>
            {texts.add}
          </Button>
        }
      />
      <QueryState query={operators}>
        {({ data }) => (
          <Paper withBorder p="md">
            <DataTable
              caption={texts.caption}
              columns={COLUMNS}
              rows={data}
              rowKey={(row) => row.user_id}
            />
          </Paper>
        )}
      </QueryState>
      {isOpen && <NewOperator onClose={close} />}
    </>
  );
}

const COLUMNS: readonly Column<Operator>[] = [
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
    render: (row) => common.operatorRoles[row.operator_role],
  },
  {
    key: 'second_factor',
    place: 'more',
    label: texts.secondFactor,
    render: (row) => <SecondFactor isOn={row.has_second_factor} />,
  },
  {
    key: 'seen',
    place: 'more',
    isNamed: true,
    label: texts.seen,
    render: (row) => <Instant at={row.seen_at} />,
  },
  {
    key: 'actions',
    place: 'more',
    label: texts.actions,
    render: (row) => <OperatorActions operator={row} />,
  },
];

/** A phone has room for it only where it is missing. */
function SecondFactor({ isOn }: { isOn: boolean }) {
  return (
    <>
      <Text inherit visibleFrom="sm">
        {isOn ? texts.on : texts.off}
      </Text>
      {!isOn && (
        <Text inherit hiddenFrom="sm">
          {texts.secondFactor}: {texts.off}
        </Text>
      )}
    </>
  );
}

function OperatorActions({ operator }: { operator: Operator }) {
  const client = useQueryClient();
  const done = (message: string) => () => {
    showDone(message);
    // One's own role may have changed, and with it the whole panel.
    void client.invalidateQueries();
  };
  const change = api.useMutation('patch', '/api/operator/operators/{user_id}', {
    onSuccess: done(texts.roleChanged),
  });
  const remove = api.useMutation('post', '/api/operator/operators/{user_id}/remove', {
    onSuccess: done(texts.removed),
  });
  const params = { path: { user_id: operator.user_id } };
  return (
    <Group gap="xs" wrap="nowrap">
      <RoleButton
        name={operator.name}
        role={operator.operator_role}
        choices={roleChoices}
        isPending={change.isPending}
        onChange={(operator_role, code) =>
          change.mutateAsync({ params, body: { operator_role, ...codeOf(code) } })
        }
      />
      <ConfirmWithCode
        isSmall
        title={texts.removeTitle}
        question={texts.removeQuestion(operator.name)}
        label={texts.remove}
        isPending={remove.isPending}
        onConfirm={(code) => remove.mutateAsync({ params, body: codeOf(code) })}
      />
    </Group>
  );
}

import { Alert, Button, Group, Paper } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '#panel/api/client.ts';
import { codeOf } from '#panel/components/code-field.tsx';
import { ConfirmWithCode } from '#panel/components/confirm-with-code.tsx';
import { type Column, DataTable } from '#panel/components/data-table.tsx';
import { EmptyState } from '#panel/components/empty-state.tsx';
import { pixKeyMask } from '#panel/components/masks.ts';
import { Money } from '#panel/components/money.tsx';
import { showDone, showProblem } from '#panel/components/notices.ts';
import { PageHeader } from '#panel/components/page-header.tsx';
import { QueryState } from '#panel/components/query-state.tsx';
import { TaxId } from '#panel/components/tax-id.tsx';
import { IconPlus, IconUser } from '#panel/icons.ts';
import { useEnvironment } from '#panel/session/environment.tsx';
import { useMayAct, useSession } from '#panel/session/session.ts';
import { common } from '#panel/texts/common.ts';
import { texts } from '#texts/payout-beneficiaries.ts';
import { ChangeBeneficiary } from './change-beneficiary.tsx';
import { SaveBeneficiary } from './save-beneficiary.tsx';
import { type SavedBeneficiary, useSavedBeneficiaries } from './saved-beneficiaries.ts';

/** The saved beneficiaries of payouts. */
export function BeneficiariesPage() {
  const { merchant } = useSession();
  const isSandbox = merchant?.is_sandbox === true;
  const mayAct = useMayAct('saveBeneficiary') && !isSandbox;
  const saved = useSavedBeneficiaries();
  const [isOpen, { open, close }] = useDisclosure();
  const add = mayAct && (
    <Button leftSection={<IconPlus size={16} />} onClick={open}>
      {texts.add}
    </Button>
  );
  return (
    <>
      <PageHeader
        isList
        description={texts.description}
        actions={saved.data && saved.data.data.length > 0 ? add : null}
      />
      {isSandbox && <Alert variant="outline">{texts.sandbox}</Alert>}
      <QueryState query={saved}>
        {({ data }) =>
          data.length === 0 ? (
            <EmptyState
              icon={IconUser}
              title={texts.empty}
              description={texts.emptyHint}
              action={add}
            />
          ) : (
            <Paper withBorder p="md">
              <DataTable
                caption={texts.caption}
                columns={COLUMNS}
                rows={data}
                rowKey={(row) => row.id}
              />
            </Paper>
          )
        }
      </QueryState>
      {isOpen && <SaveBeneficiary onClose={close} />}
    </>
  );
}

const COLUMNS: readonly Column<SavedBeneficiary>[] = [
  { key: 'name', place: 'name', label: texts.name, render: (row) => row.name },
  {
    key: 'document',
    place: 'amount',
    label: texts.document,
    render: (row) => <TaxId value={row.document} />,
  },
  {
    key: 'pix_key',
    place: 'time',
    label: texts.pixKey,
    render: (row) => pixKeyMask(row.pix_key_type)(row.pix_key),
  },
  {
    key: 'per_payout',
    place: 'more',
    isNamed: true,
    label: texts.perPayout,
    align: 'right',
    render: limitOf('per_payout'),
  },
  {
    key: 'per_day',
    place: 'more',
    isNamed: true,
    label: texts.perDay,
    align: 'right',
    render: limitOf('per_day'),
  },
  {
    key: 'actions',
    place: 'state',
    label: texts.actions,
    render: (row) => <Actions beneficiary={row} />,
  },
];

function limitOf(name: 'per_payout' | 'per_day') {
  return ({ [name]: limit }: SavedBeneficiary) =>
    limit === null ? common.notThere : <Money centavos={limit} />;
}

function Actions({ beneficiary }: { beneficiary: SavedBeneficiary }) {
  const environment = useEnvironment();
  const mayAct = useMayAct('changeBeneficiary');
  const client = useQueryClient();
  const [isOpen, { open, close }] = useDisclosure();
  const remove = api.useMutation('post', '/api/panel/{environment}/beneficiaries/{id}/remove', {
    onSuccess: () => showDone(texts.removed),
    onError: showProblem,
    onSettled: () => client.invalidateQueries(),
  });
  if (!mayAct) return null;
  const params = { path: { environment, id: beneficiary.id } };
  return (
    <Group gap="xs" wrap="nowrap">
      <Button size="xs" variant="default" onClick={open}>
        {texts.change}
      </Button>
      <ConfirmWithCode
        isSmall
        title={texts.remove}
        question={texts.removeQuestion(beneficiary.name)}
        label={texts.remove}
        isPending={remove.isPending}
        onConfirm={(code) => remove.mutate({ params, body: codeOf(code) })}
      />
      {isOpen && <ChangeBeneficiary beneficiary={beneficiary} onClose={close} />}
    </Group>
  );
}

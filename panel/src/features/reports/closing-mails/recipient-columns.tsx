import { Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '#panel/api/client.ts';
import { ConfirmButton } from '#panel/components/confirm-button.tsx';
import type { Column } from '#panel/components/data-table.tsx';
import { IfAllowed } from '#panel/components/if-allowed.tsx';
import { Instant } from '#panel/components/instant.tsx';
import { showDone, showProblem } from '#panel/components/notices.ts';
import { RowActions } from '#panel/components/row-actions.tsx';
import { texts } from '#texts/closings.ts';
import { CLOSING_MAILS, type ClosingRecipient, PERIODS } from './closing-types.ts';
import { ChangeForm } from './recipient-form.tsx';

/** The facts of an address that gets closings. */
export const FACTS: readonly Column<ClosingRecipient>[] = [
  {
    key: 'email',
    place: 'name',
    label: texts.email,
    render: ({ email }) => (
      <Text inherit style={{ overflowWrap: 'anywhere' }}>
        {email}
      </Text>
    ),
  },
  {
    key: 'periods',
    place: 'time',
    label: texts.periods,
    render: ({ periods }) =>
      PERIODS.filter((period) => periods.includes(period))
        .map((period) => texts.periodNames[period])
        .join(', '),
  },
  {
    key: 'language',
    label: texts.language,
    render: ({ language }) => texts.languages[language],
  },
  {
    key: 'next',
    place: 'state',
    label: texts.next,
    render: ({ next_at: at }) => (at === null ? texts.waiting : <Instant at={at} />),
  },
];

/** The actions that a member may take on an address. */
export const ACTIONS: Column<ClosingRecipient> = {
  key: 'actions',
  place: 'more',
  label: texts.actions,
  render: (row) => <Actions recipient={row} />,
};

function Actions({ recipient }: { recipient: ClosingRecipient }) {
  const { id, email, confirmed_at: confirmedAt } = recipient;
  const client = useQueryClient();
  const [isOpen, { open, close }] = useDisclosure();
  const onSettled = () => client.invalidateQueries({ queryKey: ['get', CLOSING_MAILS] });
  const ask = api.useMutation('post', '/api/panel/closing-mails/recipients/{id}/ask', {
    onSuccess: () => showDone(texts.named),
    onError: showProblem,
    onSettled,
  });
  const remove = api.useMutation('delete', '/api/panel/closing-mails/recipients/{id}', {
    onSuccess: () => showDone(texts.removed),
    onError: showProblem,
    onSettled,
  });
  const params = { path: { id } };
  return (
    <RowActions name={email}>
      <IfAllowed operation="changeClosingRecipient">
        <Button size="xs" variant="default" onClick={open}>
          {texts.change}
        </Button>
      </IfAllowed>
      {confirmedAt === null && (
        <IfAllowed operation="askClosingRecipientAgain">
          <Button
            size="xs"
            variant="default"
            loading={ask.isPending}
            onClick={() => ask.mutate({ params })}
          >
            {texts.askAgain}
          </Button>
        </IfAllowed>
      )}
      <IfAllowed operation="removeClosingRecipient">
        <ConfirmButton
          size="xs"
          title={texts.remove}
          question={texts.removeQuestion(email)}
          confirm={texts.remove}
          loading={remove.isPending}
          onConfirm={() => remove.mutate({ params })}
        >
          {texts.remove}
        </ConfirmButton>
      </IfAllowed>
      {isOpen && <ChangeForm recipient={recipient} onClose={close} />}
    </RowActions>
  );
}

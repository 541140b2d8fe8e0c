import { Badge, Button, Group, Paper, Text } from '@mantine/core';
import { api } from '#panel/api/client.ts';
import { ConfirmButton } from '#panel/components/confirm-button.tsx';
import { type Column, DataTable } from '#panel/components/data-table.tsx';
import { showDone, showProblem } from '#panel/components/notices.ts';
import { PageHeader } from '#panel/components/page-header.tsx';
import { StatusBadge } from '#panel/components/status-badge.tsx';
import { type Session, useSession } from '#panel/session/session.ts';
import { common } from '#panel/texts/common.ts';
import { texts } from '#texts/shops.ts';
import { useChooseMerchant } from './use-choose-merchant.ts';

type Shop = Session['merchants'][number];

/** The merchants of the person, with buttons that open one and leave it. */
export function ShopsPage() {
  const { merchants } = useSession();
  return (
    <>
      <PageHeader title={texts.title} description={texts.description} />
      <Paper withBorder p="md">
        <DataTable
          caption={texts.caption}
          columns={COLUMNS}
          rows={merchants}
          rowKey={({ username }) => username}
        />
      </Paper>
    </>
  );
}

const COLUMNS: readonly Column<Shop>[] = [
  {
    key: 'shop',
    place: 'name',
    label: texts.shop,
    render: ({ name, username }) => (
      <>
        {name}
        <Text component="span" size="sm" c="dimmed" className="row-details">
          @{username}
        </Text>
      </>
    ),
  },
  {
    key: 'role',
    place: 'amount',
    label: common.role,
    render: (shop) => common.memberRoles[shop.member_role],
  },
  {
    key: 'status',
    place: 'time',
    label: texts.status,
    render: ({ status }) => <StatusBadge status={status} />,
  },
  {
    key: 'actions',
    place: 'more',
    label: texts.actions,
    render: (shop) => <ShopActions shop={shop} />,
  },
];

function ShopActions({ shop: { name, username } }: { shop: Shop }) {
  const { merchant, merchants } = useSession();
  const { choose, isPending } = useChooseMerchant();
  const isCurrent = merchant?.username === username;
  const leave = useLeave(name, isCurrent);
  const isLast = merchants.length === 1;
  const params = { path: { username } };
  return (
    <Group gap="xs" wrap="nowrap">
      {isCurrent ? (
        <Badge variant="default" tt="none">
          {texts.isOpen}
        </Badge>
      ) : (
        <Button
          size="xs"
          variant="default"
          aria-label={texts.openShop(name)}
          loading={isPending}
          onClick={() => choose(username)}
        >
          {texts.open}
        </Button>
      )}
      <ConfirmButton
        size="xs"
        disabled={merchant?.is_sandbox === true}
        title={texts.leaveTitle}
        question={isLast ? texts.leaveLast(name) : texts.leaveQuestion(name)}
        confirm={texts.leave}
        loading={leave.isPending}
        onConfirm={() => leave.mutate({ params })}
      >
        {texts.leave}
      </ConfirmButton>
    </Group>
  );
}

function useLeave(name: string, isCurrent: boolean) {
  return api.useMutation('post', '/api/account/merchants/{username}/leave', {
    // The session goes on with another shop, or is over.
    onSuccess: () => {
      showDone(texts.left(name));
      window.location.assign(isCurrent ? '/' : '/painel/lojas');
    },
    onError: showProblem,
  });
}

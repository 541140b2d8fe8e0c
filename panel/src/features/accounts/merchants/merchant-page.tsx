import { Alert, Grid, Stack, Text } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { api } from '#panel/api/client.ts';
import { BackLink } from '#panel/components/back-link.tsx';
import { Instant } from '#panel/components/instant.tsx';
import { PageHeader } from '#panel/components/page-header.tsx';
import { QueryState } from '#panel/components/query-state.tsx';
import { StatusBadge } from '#panel/components/status-badge.tsx';
import { MerchantAdjustments } from '#panel/features/money-out/adjustments/merchant-adjustments.tsx';
import { MerchantLimits } from '#panel/features/money-out/payouts/limits/merchant-limits.tsx';
import { IconBan } from '#panel/icons.ts';
import { common } from '#panel/texts/common.ts';
import { texts } from '#texts/merchants.ts';
import { MerchantAccount } from './merchant-account.tsx';
import { MerchantCredentials } from './merchant-credentials.tsx';
import { MerchantFee } from './merchant-fee.tsx';
import { MerchantMoney } from './merchant-money.tsx';
import { MerchantNotes } from './merchant-notes.tsx';
import { MerchantSettlement } from './merchant-settlement.tsx';
import type { Merchant } from './merchant-types.ts';
import { MerchantUsers } from './merchant-users.tsx';
import { MerchantViewButton } from './merchant-view-button.tsx';
import { StatusButtons } from './status-buttons.tsx';

/** One merchant: its data, its money, and the operator's actions. */
export function MerchantPage() {
  const { username } = useParams({ from: '/operador/lojistas/$username' });
  const merchant = api.useQuery('get', '/api/operator/merchants/{username}', {
    params: { path: { username } },
  });
  return (
    <>
      <BackLink to="/operador/lojistas">{texts.back}</BackLink>
      <QueryState query={merchant} title={texts.title} lines={8}>
        {(data) => <MerchantView merchant={data} />}
      </QueryState>
    </>
  );
}

function MerchantView({ merchant }: { merchant: Merchant }) {
  return (
    <>
      <PageHeader
        title={merchant.name}
        description={`@${merchant.username}`}
        actions={
          <>
            <StatusBadge status={merchant.status} />
            <MerchantViewButton username={merchant.username} />
            <StatusButtons merchant={merchant} />
          </>
        }
      />
      <Suspension suspension={merchant.suspension} />
      <Stack gap="lg">
        <Grid gap="lg">
          {/* On a phone the money comes first. */}
          <Grid.Col span={{ base: 12, md: 6 }} order={{ base: 2, md: 1 }}>
            <Stack gap="lg">
              <MerchantAccount merchant={merchant} />
              <MerchantFee merchant={merchant} />
            </Stack>
          </Grid.Col>
          <Grid.Col span={{ base: 12, md: 6 }} order={{ base: 1, md: 2 }}>
            <MerchantMoney merchant={merchant} />
          </Grid.Col>
        </Grid>
        <MerchantUsers username={merchant.username} users={merchant.users} />
        <MerchantNotes username={merchant.username} />
        <MerchantSettlement merchant={merchant} />
        {merchant.is_sandbox ? null : <MerchantAdjustments username={merchant.username} />}
        {merchant.is_sandbox ? null : <MerchantLimits username={merchant.username} />}
        <MerchantCredentials credentials={merchant.credentials} />
      </Stack>
    </>
  );
}

function Suspension({ suspension }: { suspension: Merchant['suspension'] }) {
  if (!suspension) return null;
  const before = common.statuses[suspension.status_before] ?? suspension.status_before;
  return (
    <Alert
      mb="lg"
      color="red"
      variant="outline"
      icon={<IconBan size={18} />}
      title={texts.suspendedTitle}
    >
      <Text size="sm">
        {texts.suspendedSince} <Instant at={suspension.at} />
      </Text>
      <Text size="sm">
        {texts.suspensionReason}: {suspension.reason ?? texts.noReason}
      </Text>
      <Text size="sm">
        {texts.statusBefore}: {before}
      </Text>
    </Alert>
  );
}

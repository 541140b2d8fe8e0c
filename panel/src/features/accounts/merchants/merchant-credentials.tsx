import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { CopyText } from '#panel/components/copy-text.tsx';
import { type Column, DataTable } from '#panel/components/data-table.tsx';
import { Dialog } from '#panel/components/dialog.tsx';
import { formatCount } from '#panel/components/format.ts';
import { IfAllowed } from '#panel/components/if-allowed.tsx';
import { Instant } from '#panel/components/instant.tsx';
import { Section } from '#panel/components/section.tsx';
import { texts } from '#texts/merchants.ts';
import { KeyState } from './credentials/key-state.tsx';
import type { MerchantCredential } from './merchant-types.ts';
import { RateLimitForm } from './rate-limit-form.tsx';

/** The merchant's keys, with their rate limits. */
export function MerchantCredentials({
  credentials,
}: {
  credentials: readonly MerchantCredential[];
}) {
  const [chosen, choose] = useState<MerchantCredential>();
  return (
    <Section title={texts.credentials}>
      {credentials.length === 0 ? (
        <Text c="dimmed">{texts.noCredentials}</Text>
      ) : (
        <DataTable
          caption={texts.credentialsCaption}
          columns={columnsOf(choose)}
          rows={credentials}
          rowKey={(row) => row.client_id}
        />
      )}
      {chosen !== undefined && (
        <Dialog onClose={() => choose(undefined)} title={texts.limitTitle(chosen?.name ?? '')}>
          {chosen && <RateLimitForm credential={chosen} onDone={() => choose(undefined)} />}
        </Dialog>
      )}
    </Section>
  );
}

function columnsOf(choose: (credential: MerchantCredential) => void): Column<MerchantCredential>[] {
  return [
    {
      key: 'name',
      place: 'name',
      label: texts.credential,
      render: (row) => <Name credential={row} />,
    },
    {
      key: 'environment',
      place: 'amount',
      label: texts.environment,
      render: (row) => texts.environments[row.environment],
    },
    {
      key: 'rights',
      place: 'more',
      isNamed: true,
      label: texts.rights,
      render: (row) => <Rights credential={row} />,
    },
    {
      key: 'state',
      place: 'state',
      label: texts.state,
      render: (row) => <KeyState revokedAt={row.revoked_at} />,
    },
    {
      key: 'last_use',
      place: 'time',
      label: texts.lastUse,
      render: (row) => <Instant at={row.last_used_at} />,
    },
    {
      key: 'requests',
      place: 'more',
      isNamed: true,
      label: texts.requestsLastDay,
      align: 'right',
      render: (row) => <span className="tabular">{formatCount(row.requests_last_day)}</span>,
    },
    {
      key: 'limit',
      place: 'more',
      isNamed: true,
      label: texts.limit,
      align: 'right',
      render: (row) => (
        <Stack gap={4} align="flex-end">
          <span className="tabular">
            {formatCount(row.rate_limit_per_minute)}
            {row.has_own_limit ? '' : ` (${texts.defaultLimit})`}
          </span>
          {row.revoked_at === null && (
            <IfAllowed operation="setCredentialLimit">
              <Button size="compact-xs" variant="default" onClick={() => choose(row)}>
                {texts.changeLimit}
              </Button>
            </IfAllowed>
          )}
        </Stack>
      ),
    },
  ];
}

/** The scopes and the addresses as they are stored. */
function Rights({ credential: { scopes, addresses } }: { credential: MerchantCredential }) {
  return (
    <Stack gap={2} maw={240} style={{ overflowWrap: 'anywhere' }}>
      <Text inherit>{scopes?.join(', ') ?? texts.everyScope}</Text>
      <Text size="sm" c="dimmed">
        {addresses?.join(', ') ?? texts.anyAddress}
      </Text>
    </Stack>
  );
}

function Name({ credential }: { credential: MerchantCredential }) {
  return (
    <Stack gap={2} align="flex-start">
      <Text inherit fw={600}>
        {credential.name}
      </Text>
      <CopyText value={credential.client_id} label={texts.clientId} />
    </Stack>
  );
}

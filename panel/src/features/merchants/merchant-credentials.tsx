import { Button, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { CopyText } from '#panel/components/copy-text.tsx';
import { type Column, DataTable } from '#panel/components/data-table.tsx';
import { formatCount } from '#panel/components/format.ts';
import { Instant } from '#panel/components/instant.tsx';
import { Section } from '#panel/components/section.tsx';
import { StatusBadge } from '#panel/components/status-badge.tsx';
import { texts } from '#panel/texts/texts.ts';
import { LimitForm } from './limit-form.tsx';
import type { MerchantCredential } from './merchant-types.ts';

const words = texts.merchants;

/** The keys that the merchant's programs call with, and how much each may. */
export function MerchantCredentials({
  credentials,
}: {
  credentials: readonly MerchantCredential[];
}) {
  const [chosen, choose] = useState<MerchantCredential>();
  return (
    <Section title={words.credentials}>
      {credentials.length === 0 ? (
        <Text c="dimmed">{words.noCredentials}</Text>
      ) : (
        <DataTable
          caption={words.credentialsCaption}
          columns={columnsOf(choose)}
          rows={credentials}
          rowKey={(row) => row.client_id}
        />
      )}
      <Modal
        opened={chosen !== undefined}
        onClose={() => choose(undefined)}
        title={words.limitTitle(chosen?.name ?? '')}
        closeButtonProps={{ 'aria-label': texts.common.close }}
      >
        {chosen && <LimitForm credential={chosen} onDone={() => choose(undefined)} />}
      </Modal>
    </Section>
  );
}

function columnsOf(choose: (one: MerchantCredential) => void): Column<MerchantCredential>[] {
  return [
    { key: 'name', label: words.credential, render: (row) => <Name credential={row} /> },
    {
      key: 'environment',
      label: words.environment,
      render: (row) => words.environments[row.environment],
    },
    {
      key: 'state',
      label: words.state,
      render: (row) => <StatusBadge status={row.revoked_at === null ? 'active' : 'revoked'} />,
    },
    { key: 'last_use', label: words.lastUse, render: (row) => <Instant at={row.last_used_at} /> },
    {
      key: 'requests',
      label: words.requestsLastDay,
      align: 'right',
      render: (row) => <span className="figures">{formatCount(row.requests_last_day)}</span>,
    },
    {
      key: 'limit',
      label: words.limit,
      align: 'right',
      render: (row) => (
        <Stack gap={4} align="flex-end">
          <span className="figures">
            {formatCount(row.rate_limit_per_minute)}
            {row.has_own_limit ? '' : ` (${words.defaultLimit})`}
          </span>
          {row.revoked_at === null && (
            <Button size="compact-xs" variant="default" onClick={() => choose(row)}>
              {words.changeLimit}
            </Button>
          )}
        </Stack>
      ),
    },
  ];
}

function Name({ credential }: { credential: MerchantCredential }) {
  return (
    <Stack gap={2} align="flex-start">
      <Text inherit fw={600}>
        {credential.name}
      </Text>
      <CopyText value={credential.client_id} label={words.clientId} />
    </Stack>
  );
}

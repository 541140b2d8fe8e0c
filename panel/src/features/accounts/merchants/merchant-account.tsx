import { Anchor, Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { CopyText } from '#panel/components/copy-text.tsx';
import { FactTable } from '#panel/components/fact-table.tsx';
import { Instant } from '#panel/components/instant.tsx';
import { formatTaxId } from '#panel/components/masks.ts';
import { Section } from '#panel/components/section.tsx';
import { StatusBadge } from '#panel/components/status-badge.tsx';
import { texts } from '#texts/merchants.ts';
import { addressLine } from './address/address-line.ts';
import type { Merchant } from './merchant-types.ts';

/** The merchant's data and the status of its application. */
export function MerchantAccount({ merchant }: { merchant: Merchant }) {
  const { document, kyc, address } = merchant;
  return (
    <Section title={texts.account}>
      <FactTable
        facts={[
          [texts.username, <CopyText key="u" value={merchant.username} label={texts.username} />],
          [texts.document, document ? <TaxId key="d" value={document} /> : texts.noDocument],
          [texts.createdAt, <Instant key="c" at={merchant.created_at} />],
          [texts.kyc, kyc ? <Kyc key="k" kyc={kyc} /> : texts.noKyc],
          [texts.address, address ? addressLine(address) : texts.noAddress],
        ]}
      />
    </Section>
  );
}

function TaxId({ value }: { value: string }) {
  return <CopyText value={value} shown={formatTaxId(value)} label={texts.document} />;
}

function Kyc({ kyc }: { kyc: NonNullable<Merchant['kyc']> }) {
  const { application_id: applicationId, status } = kyc;
  return (
    <Group gap="xs" justify="flex-end">
      <StatusBadge status={status} />
      <Anchor
        size="sm"
        renderRoot={(props) => (
          <Link to="/operador/cadastros/$applicationId" params={{ applicationId }} {...props} />
        )}
      >
        {texts.openKyc}
      </Anchor>
    </Group>
  );
}

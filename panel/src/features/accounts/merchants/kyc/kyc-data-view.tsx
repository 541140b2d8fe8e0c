import { Stack, Text, Title } from '@mantine/core';
import { formatPostalCode, formatTaxId } from '#panel/components/masks.ts';
import { common } from '#panel/texts/common.ts';
import { texts } from '#texts/kyc.ts';
import type { KycData } from './kyc-types.ts';

const LIST = {
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 150px), 1fr))',
  gap: 'var(--mantine-spacing-sm)',
  margin: 0,
};

/** The data of an application, read-only. */
export function KycDataView({ data }: { data: KycData }) {
  const { kind, address, responsible } = data;
  const isCompany = kind === 'company';
  const street = [address.street, address.number].filter(Boolean).join(', ');
  return (
    <Stack gap="lg">
      <Section title={texts.data}>
        <Fact label={texts.type} value={kind && texts.kinds[kind]} />
        <Fact label={isCompany ? texts.companyName : texts.fullName} value={data.legal_name} />
        <Fact label={isCompany ? texts.cnpj : texts.cpf} value={shown(data.tax_id)} />
        {!isCompany && <Fact label={texts.birthDate} value={day(responsible.birth_date)} />}
      </Section>
      {isCompany && (
        <Section title={texts.responsible}>
          <Fact label={texts.fullName} value={responsible.name} />
          <Fact label={texts.cpf} value={shown(responsible.tax_id)} />
          <Fact label={texts.birthDate} value={day(responsible.birth_date)} />
          <Fact label={texts.role} value={responsible.role} />
        </Section>
      )}
      <Section title={texts.address}>
        <Fact label={texts.street} value={street} />
        <Fact label={texts.complementLabel} value={address.complement} />
        <Fact label={texts.district} value={address.district} />
        <Fact
          label={texts.city}
          value={[address.city, address.state].filter(Boolean).join(' · ')}
        />
        <Fact
          label={texts.postalCode}
          value={address.postal_code && formatPostalCode(address.postal_code)}
        />
      </Section>
    </Stack>
  );
}

function Section({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section>
      <Title order={2} mb="xs">
        {title}
      </Title>
      <dl style={LIST}>{children}</dl>
    </section>
  );
}

function Fact({ label, value }: { label: string; value: string | null }) {
  return (
    <div>
      <Text component="dt" size="sm" c="dimmed">
        {label}
      </Text>
      <Text component="dd" m={0} style={{ overflowWrap: 'anywhere' }}>
        {value || common.notThere}
      </Text>
    </div>
  );
}

function shown(taxId: string | null): string | null {
  return taxId && formatTaxId(taxId);
}

/** Reorders the parts of a day, without a time zone. */
function day(iso: string | null): string | null {
  return iso?.split('-').toReversed().join('/') ?? null;
}

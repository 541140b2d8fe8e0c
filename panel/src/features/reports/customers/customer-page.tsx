import { Alert, Button, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useParams } from '@tanstack/react-router';
import { api } from '#panel/api/client.ts';
import { BackLink } from '#panel/components/back-link.tsx';
import { FactTable } from '#panel/components/fact-table.tsx';
import { formatCount, formatInstant, formatMoney } from '#panel/components/format.ts';
import { Instant } from '#panel/components/instant.tsx';
import { PageHeader } from '#panel/components/page-header.tsx';
import { QueryState } from '#panel/components/query-state.tsx';
import { Section } from '#panel/components/section.tsx';
import { StatCard } from '#panel/components/stat-card.tsx';
import { TaxId } from '#panel/components/tax-id.tsx';
import { NewChargeDialog } from '#panel/features/charges/new-charge-dialog.tsx';
import { IconPlus } from '#panel/icons.ts';
import { useEnvironment } from '#panel/session/environment.tsx';
import { useMayMoveMoney } from '#panel/session/session.ts';
import { common } from '#panel/texts/common.ts';
import { texts } from '#texts/customers.ts';
import { CustomerCharges } from './customer-charges.tsx';
import { EmailStop } from './customer-email-stop.tsx';
import { CustomerNotes } from './customer-notes.tsx';
import { CustomerPrivacy } from './customer-privacy.tsx';
import { CustomerReturns } from './customer-returns.tsx';
import type { Customer } from './customer-types.ts';

/** The page of one payer: what was paid, what is open, and what the team knows. */
export function CustomerPage() {
  const environment = useEnvironment();
  const { id = '' } = useParams({ strict: false });
  const customer = api.useQuery('get', '/api/panel/{environment}/customers/{id}', {
    params: { path: { environment, id } },
  });
  return (
    <>
      <BackLink to="/painel/clientes">{texts.backToList}</BackLink>
      <QueryState query={customer} title={texts.title} lines={8}>
        {(data) => <Content customer={data} />}
      </QueryState>
    </>
  );
}

function Content({ customer }: { customer: Customer }) {
  return (
    <>
      <PageHeader title={customer.name} actions={<ChargeAgain customer={customer} />} />
      <Stack gap="lg">
        <Sums customer={customer} />
        <Section title={texts.details}>
          <Facts customer={customer} />
          <EmailStop customer={customer} />
        </Section>
        <CustomerCharges id={customer.id} />
        <CustomerReturns customer={customer} />
        <CustomerNotes customer={customer} />
        <CustomerPrivacy customer={customer} />
      </Stack>
    </>
  );
}

function ChargeAgain({ customer: { name, document, email } }: { customer: Customer }) {
  const mayMoveMoney = useMayMoveMoney('createChargeByHand');
  const [isOpen, { open, close }] = useDisclosure();
  if (!mayMoveMoney) return null;
  return (
    <>
      <Button leftSection={<IconPlus size={16} />} onClick={open}>
        {texts.chargeAgain}
      </Button>
      {isOpen && <NewChargeDialog payer={{ name, document, email: email ?? '' }} onClose={close} />}
    </>
  );
}

function Sums({ customer: { summary } }: { customer: Customer }) {
  const { last_paid_at: paidAt } = summary;
  return (
    <Stack gap="sm">
      <div className="stat-grid">
        <StatCard
          label={texts.paid}
          value={formatMoney(summary.paid_amount)}
          hint={paidAt === null ? texts.neverPaid : texts.lastPaid(formatInstant(paidAt))}
        />
        <StatCard
          label={texts.open}
          value={formatMoney(summary.pending_amount)}
          hint={texts.charges(summary.pending_count)}
        />
        <StatCard
          label={texts.expired}
          value={formatMoney(summary.expired_amount)}
          hint={texts.charges(summary.expired_count)}
        />
        <StatCard
          label={texts.returned}
          value={formatMoney(summary.refunded_amount)}
          hint={
            summary.disputed_amount > 0
              ? texts.disputed(formatMoney(summary.disputed_amount))
              : texts.noDispute
          }
        />
      </div>
      {!summary.is_complete && <Alert variant="outline">{texts.newestOnly}</Alert>}
    </Stack>
  );
}

function Facts({ customer }: { customer: Customer }) {
  const { document, email, first_charge_at: first, last_charge_at: last } = customer;
  return (
    <FactTable
      facts={[
        [texts.document, <TaxId key="document" value={document} />],
        [texts.email, email ?? common.notThere],
        [texts.firstCharge, <Instant key="first" at={first} />],
        [texts.lastCharge, <Instant key="last" at={last} />],
        [texts.chargeCount, formatCount(customer.summary.charge_count)],
      ]}
    />
  );
}

import { Alert, Button, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { api } from '#panel/api/client.ts';
import { type Column, DataTable } from '#panel/components/data-table.tsx';
import { EmptyState } from '#panel/components/empty-state.tsx';
import { FactTable } from '#panel/components/fact-table.tsx';
import { Instant } from '#panel/components/instant.tsx';
import { Money } from '#panel/components/money.tsx';
import { PageHeader } from '#panel/components/page-header.tsx';
import { QueryState } from '#panel/components/query-state.tsx';
import { Section } from '#panel/components/section.tsx';
import { IconRotateClockwise } from '#panel/icons.ts';
import { useEnvironment } from '#panel/session/environment.tsx';
import { useMayMoveMoney, useSession } from '#panel/session/session.ts';
import { common } from '#panel/texts/common.ts';
import { texts } from '#texts/automatic-payout.ts';
import { useSavedBeneficiaries } from '../beneficiaries/saved-beneficiaries.ts';
import { AutomaticPayoutForm } from './automatic-payout-form.tsx';
import type { Automatic } from './automatic-payout-types.ts';

type Run = Automatic['runs'][number];

/** The automatic payout of the merchant: its setting and the results of its last runs. */
export function AutomaticPayoutPage() {
  const environment = useEnvironment();
  const { merchant } = useSession();
  const isSandbox = merchant?.is_sandbox === true;
  const mayAct = useMayMoveMoney('setAutomaticPayout') && !isSandbox;
  const [isOpen, { open, close }] = useDisclosure();
  const automatic = api.useQuery('get', '/api/panel/{environment}/automatic-payout', {
    params: { path: { environment } },
  });
  const action = mayAct && <Button onClick={open}>{texts.change}</Button>;
  return (
    <>
      <PageHeader
        description={texts.description}
        actions={automatic.data?.setting ? action : null}
      />
      {isSandbox && <Alert variant="outline">{texts.sandbox}</Alert>}
      <QueryState query={automatic} lines={6}>
        {(data) => (
          <Stack gap="md">
            {data.setting ? (
              <Setting setting={data.setting} />
            ) : (
              <EmptyState
                icon={IconRotateClockwise}
                title={texts.empty}
                description={texts.emptyHint}
                action={action}
              />
            )}
            {data.runs.length > 0 && (
              <Section title={texts.runsTitle}>
                <DataTable
                  caption={texts.runsTitle}
                  columns={COLUMNS}
                  rows={data.runs}
                  rowKey={(run) => run.id}
                  dayOf={(run) => run.ran_at}
                />
              </Section>
            )}
            {isOpen && <AutomaticPayoutForm setting={data.setting} onClose={close} />}
          </Stack>
        )}
      </QueryState>
    </>
  );
}

function Setting({ setting }: { setting: NonNullable<Automatic['setting']> }) {
  const saved = useSavedBeneficiaries();
  const beneficiary = saved.data?.data.find(({ id }) => id === setting.beneficiary_id);
  const { rule, hour, weekday, above, next_run_at: nextRunAt } = setting;
  const when = {
    daily: texts.everyDay(hour),
    weekly: texts.everyWeek(texts.weekdays[weekday] ?? '', hour),
    above: <Money key="above" centavos={above} />,
  };
  return (
    <Section title={texts.setting}>
      <FactTable
        facts={[
          [texts.status, setting.is_on ? texts.on : texts.off],
          [texts.beneficiary, beneficiary?.name ?? texts.beneficiaryRemoved],
          [texts.rules[rule], when[rule]],
          [texts.keep, <Money key="keep" centavos={setting.keep} />],
          [
            rule === 'above' ? texts.nextLook : texts.nextRun,
            nextRunAt === null ? common.notThere : <Instant key="next" at={nextRunAt} />,
          ],
        ]}
      />
    </Section>
  );
}

const COLUMNS: readonly Column<Run>[] = [
  {
    key: 'ran_at',
    place: 'time',
    label: texts.ranAt,
    render: (run) => <Instant at={run.ran_at} />,
  },
  { key: 'result', place: 'name', label: texts.result, render: resultOf },
  {
    key: 'amount',
    place: 'amount',
    label: texts.amount,
    align: 'right',
    render: ({ amount }) =>
      amount === null ? common.notThere : <Money centavos={amount} fw={600} />,
  },
];

function resultOf({ skip_reason: reason }: Run): string {
  if (reason === null) return texts.paid;
  const reasons: Readonly<Record<string, string>> = texts.reasons;
  return reasons[reason] ?? reason;
}

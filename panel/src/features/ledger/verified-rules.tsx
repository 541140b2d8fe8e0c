import { Code, Stack, Text } from '@mantine/core';
import { DataTable } from '#panel/components/data-table.tsx';
import { formatCount } from '#panel/components/format.ts';
import { StatusBadge } from '#panel/components/status-badge.tsx';
import { texts } from '#texts/ledger.ts';
import { resultOf, type Verification } from './verification-result.ts';

const INDENT = 2;

/** The rules that a verification checked, with the rows that break a rule. */
export function VerifiedRules({ verification }: { verification: Verification }) {
  if (verification.status !== 'done') return <StatusBadge status={resultOf(verification)} />;
  const broken = verification.laws.filter(({ differences }) => differences.length > 0);
  return (
    <Stack gap="md">
      <DataTable
        caption={texts.lawsCaption}
        rows={verification.laws}
        rowKey={(row) => row.law}
        columns={[
          { key: 'law', place: 'name', label: texts.law, render: (row) => row.law },
          {
            key: 'checked',
            place: 'time',
            isNamed: true,
            label: texts.checked,
            align: 'right',
            render: (row) => formatCount(row.checked),
          },
          {
            key: 'differences',
            place: 'state',
            isNamed: true,
            label: texts.differences,
            align: 'right',
            render: (row) => formatCount(row.differences.length),
          },
        ]}
      />
      {broken.map(({ law, differences }) => (
        <section key={law} aria-label={law}>
          <Text fw={600} size="sm">
            {texts.differencesOf}: {law}
          </Text>
          <Code block>{JSON.stringify(differences, null, INDENT)}</Code>
        </section>
      ))}
    </Stack>
  );
}

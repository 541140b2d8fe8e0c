import { Group, NativeSelect, Paper, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { DownloadButton } from '#panel/components/download-button.tsx';
import { useEnvironment } from '#panel/session/environment.tsx';
import { texts } from '#texts/statements.ts';
import { type Month, recentMonths } from './months.ts';

const FILES = Object.entries(texts.accounting.files);

/** The files of a month for the accountant. */
export function AccountingFiles() {
  const environment = useEnvironment();
  const [months] = useState(() => recentMonths(new Date()));
  const [chosen, choose] = useState<Month | undefined>(months[0]);
  const month = chosen ?? months[0];
  return (
    <Paper withBorder p="md" data-print="no">
      <Stack gap="sm">
        <Title order={2}>{texts.accounting.title}</Title>
        <Text c="dimmed">{texts.accounting.hint}</Text>
        <Group align="flex-end" gap="sm">
          <NativeSelect
            label={texts.accounting.month}
            value={month?.from}
            onChange={({ currentTarget: { value } }) => {
              choose(months.find(({ from }) => from === value));
            }}
            data={months.map(({ from, label }) => ({ value: from, label }))}
          />
          {FILES.map(([file, label]) => (
            <DownloadButton
              key={file}
              path={`/api/panel/${environment}/accounting/${file}`}
              query={{ from: month?.from, to: month?.to }}
            >
              {label}
            </DownloadButton>
          ))}
        </Group>
      </Stack>
    </Paper>
  );
}

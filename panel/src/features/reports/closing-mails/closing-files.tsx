import { Group, Stack, Text } from '@mantine/core';
import { daysOfPeriod } from '#panel/components/days-of-period.ts';
import { DownloadButton } from '#panel/components/download-button.tsx';
import { formatCalendarDay } from '#panel/components/format.ts';
import { PeriodChoice } from '#panel/components/period-choice.tsx';
import { Section } from '#panel/components/section.tsx';
import { useAddressPeriod } from '#panel/components/use-address-period.ts';
import { useEnvironment } from '#panel/session/environment.tsx';
import { texts } from '#texts/closings.ts';
import { texts as statements } from '#texts/statements.ts';

const FILES = Object.entries(statements.accounting.files);

/** The files of a period for the accountant: at first, of the month that was closed last. */
export function ClosingFiles() {
  const environment = useEnvironment();
  const { period, choose } = useAddressPeriod('last_month');
  const days = daysOfPeriod(period);
  return (
    <Section title={texts.files} description={statements.accounting.hint}>
      <Stack gap="md">
        <Stack gap={4}>
          <PeriodChoice label={texts.period} chosen={period} shown={days} onChoose={choose} />
          <Text size="sm" c="dimmed">
            {statements.period(formatCalendarDay(days.from), formatCalendarDay(days.to))}
          </Text>
        </Stack>
        <Group className="file-buttons" gap="xs">
          {FILES.map(([file, label]) => (
            <DownloadButton
              key={file}
              path={`/api/panel/${environment}/accounting/${file}`}
              query={{ ...days }}
            >
              {label}
            </DownloadButton>
          ))}
        </Group>
      </Stack>
    </Section>
  );
}

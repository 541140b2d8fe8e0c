import { Alert, Stack, Text } from '@mantine/core';
import { IconAlertCircle, IconAlertTriangle, IconClock } from '#panel/icons.ts';
import { texts } from '#texts/payout-batches.ts';
import { type BatchDetails, isExpired } from './batch-types.ts';

const TITLE_COLOR = { title: { color: 'var(--mantine-color-text)' } };

/** The findings that a person must know before confirming or deciding. */
export function BatchFindings({ batch }: { batch: BatchDetails }) {
  const { status, error_count: errors } = batch;
  if (status === 'awaiting_approval') {
    return (
      <Alert variant="outline" color="yellow" icon={<IconClock size={18} />}>
        {waitingText(batch)}
      </Alert>
    );
  }
  if (status !== 'checked') return null;
  const warnings = batch.lines.filter((line) => line.warnings.length > 0).length;
  const isToCheck = warnings > 0 || batch.is_repeated;
  return (
    <Stack gap="sm">
      {(errors > 0 || batch.is_balance_short) && (
        <Alert
          variant="outline"
          color="red"
          role="alert"
          icon={<IconAlertCircle size={18} />}
          title={errors > 0 ? texts.errorsTitle(errors) : texts.balanceShort}
          styles={TITLE_COLOR}
        >
          {errors > 0 && batch.is_balance_short && <Text size="sm">{texts.balanceShort}</Text>}
          <Text size="sm">{texts.errorsHint}</Text>
        </Alert>
      )}
      {isToCheck && (
        <Alert
          variant="outline"
          color="yellow"
          icon={<IconAlertTriangle size={18} />}
          title={warnings > 0 ? texts.warningsTitle(warnings) : texts.repeatedFile}
          styles={TITLE_COLOR}
        >
          {warnings > 0 && batch.is_repeated && <Text size="sm">{texts.repeatedFile}</Text>}
          <Text size="sm">{texts.warningsHint}</Text>
        </Alert>
      )}
    </Stack>
  );
}

function waitingText(batch: BatchDetails): string {
  if (isExpired(batch)) return texts.expired;
  return batch.is_own ? texts.waiting : texts.waitingForYou;
}

import { Text } from '@mantine/core';
import { common } from '#panel/texts/common.ts';
import { institutionOfSpiId } from '../../../gateway/src/ground/pix/institutions.ts';

/** The payer's bank, which the end-to-end id of a payment names. */
export function PayersBank({ endToEndId }: { endToEndId: string }) {
  const bank = institutionOfSpiId(endToEndId);
  if (bank === null) return null;
  return (
    <Text size="sm" c="dimmed">
      {common.payersBank}: {bank}
    </Text>
  );
}

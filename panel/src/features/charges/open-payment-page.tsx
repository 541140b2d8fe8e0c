import { Button } from '@mantine/core';
import { IconExternalLink } from '#panel/icons.ts';
import { texts } from '#texts/transactions.ts';
import { paymentPageOf } from './payment-page-link.ts';

// Stands in a narrow column: with large text its words need two lines. Mantine's lines are as high
// as the font, and cut what is below a letter.
const WRAPPING = {
  root: { height: 'auto' },
  label: { whiteSpace: 'normal', lineHeight: 1.4 },
} as const;

/** Opens the page that the payer sees. */
export function OpenPaymentPage({ id }: { id: string }) {
  return (
    <Button
      component="a"
      href={paymentPageOf(id)}
      target="_blank"
      rel="noopener"
      variant="default"
      py={7}
      styles={WRAPPING}
      leftSection={<IconExternalLink size={16} />}
    >
      {texts.openPaymentPage}
    </Button>
  );
}

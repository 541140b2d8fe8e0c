import { Group, Stack, Title } from '@mantine/core';
import { CopyText } from '#panel/components/copy-text.tsx';
import { Dialog } from '#panel/components/dialog.tsx';
import { FactTable } from '#panel/components/fact-table.tsx';
import { formatMoney } from '#panel/components/format.ts';
import { Instant } from '#panel/components/instant.tsx';
import { common } from '#panel/texts/common.ts';
import { texts } from '#texts/incoming-payments.ts';
import { institutionOfSpiId } from '../../../../../gateway/src/ground/pix/institutions.ts';
import { Decisions } from './decisions.tsx';
import { FittingCharges } from './fitting-charges.tsx';
import { canPayCharge, type IncomingPayment } from './incoming-payment-types.ts';

/** All of a payment in suspense, with the charges that fit it, which a phone's list leaves out. */
export function IncomingPaymentDetail({
  incomingPayment,
  onClose,
}: {
  incomingPayment: IncomingPayment;
  onClose: () => void;
}) {
  return (
    <Dialog
      onClose={onClose}
      size="lg"
      title={texts.detailTitle(formatMoney(incomingPayment.amount))}
    >
      <Stack gap="md">
        <FactTable facts={factsOf(incomingPayment)} />
        {!canPayCharge(incomingPayment) && (
          <Stack gap="xs">
            <Title order={3}>{texts.fitting}</Title>
            <FittingCharges incomingPayment={incomingPayment} />
          </Stack>
        )}
        <Group gap="xs" justify="flex-end">
          <Decisions incomingPayment={incomingPayment} />
        </Group>
      </Stack>
    </Dialog>
  );
}

function factsOf(payment: IncomingPayment): readonly (readonly [string, React.ReactNode])[] {
  const { end_to_end_id: endToEndId, txid, charge_id: chargeId } = payment;
  const bank = institutionOfSpiId(endToEndId);
  const id = (label: string, value: string | null) =>
    value === null ? [] : [[label, <CopyText key={label} value={value} label={label} />] as const];
  return [
    [texts.receivedAt, <Instant key="received" at={payment.received_at} />],
    [texts.reason, texts.reasons[payment.reason]],
    ...(bank === null ? [] : [[common.payersBank, bank] as const]),
    ...id(texts.endToEndId, endToEndId),
    ...id(texts.chargeId, chargeId),
    ...id('txid', chargeId === null ? txid : null),
  ];
}

import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { api } from '#panel/api/client.ts';
import { formatCalendarDay, formatDay } from '#panel/components/format.ts';
import { IfAllowed } from '#panel/components/if-allowed.tsx';
import { TaxId } from '#panel/components/tax-id.tsx';
import { texts } from '#texts/incoming-payments.ts';
import type { FittingCharge, IncomingPayment } from './incoming-payment-types.ts';
import { PayChargeButton } from './pay-charge-button.tsx';

const SHOWN_AT_FIRST = 3;

/**
 * The charges that fit a payment in suspense, which names none that it can pay. Each can be paid
 * with it, after a review.
 */
export function FittingCharges({ incomingPayment }: { incomingPayment: IncomingPayment }) {
  const [isWhole, { open: showAll }] = useDisclosure();
  const path = { end_to_end_id: incomingPayment.end_to_end_id };
  const { data, error } = api.useQuery(
    'get',
    '/api/operator/incoming-payments/{end_to_end_id}/fitting-charges',
    { params: { path } },
  );
  if (error) return null;
  if (!data) return <Skeleton height={20} w="12rem" aria-hidden />;
  const { data: charges } = data;
  if (charges.length === 0) {
    return (
      <Text size="sm" c="dimmed" className="own-lines">
        {texts.nothingFits}
      </Text>
    );
  }
  const shown = isWhole ? charges : charges.slice(0, SHOWN_AT_FIRST);
  return (
    <Stack gap="xs" className="own-lines">
      <Stack component="ul" gap="xs" m={0} p={0} style={{ listStyle: 'none' }}>
        {shown.map((charge) => (
          <Line key={charge.charge_id} incomingPayment={incomingPayment} charge={charge} />
        ))}
      </Stack>
      {shown.length < charges.length && (
        <Button size="compact-sm" variant="subtle" onClick={showAll} style={{ alignSelf: 'start' }}>
          {texts.moreFitting(charges.length - shown.length)}
        </Button>
      )}
    </Stack>
  );
}

function Line({
  incomingPayment,
  charge,
}: {
  incomingPayment: IncomingPayment;
  charge: FittingCharge;
}) {
  const { payer_name: payer, payer_document: document, due_date: dueDay } = charge;
  const day =
    dueDay === null
      ? texts.createdOn(formatDay(charge.created_at))
      : texts.dueOn(formatCalendarDay(dueDay));
  return (
    <Group component="li" gap="sm" justify="space-between" wrap="nowrap">
      <Stack gap={0} flex={1} style={{ overflowWrap: 'anywhere' }}>
        <Text size="sm">
          {payer} · <TaxId value={document} />
          {charge.is_of_payer && ` · ${texts.samePayer}`}
        </Text>
        <Text size="sm" c="dimmed">
          {charge.merchant_name} (@{charge.username}) · {texts.statuses[charge.status]} · {day}
        </Text>
      </Stack>
      <IfAllowed operation="payChargeWithIncomingPayment">
        <PayChargeButton incomingPayment={incomingPayment} chosen={charge} />
      </IfAllowed>
    </Group>
  );
}

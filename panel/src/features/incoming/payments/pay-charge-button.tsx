import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '#panel/api/client.ts';
import { codeOf } from '#panel/components/code-field.tsx';
import { CopyText } from '#panel/components/copy-text.tsx';
import { Dialog } from '#panel/components/dialog.tsx';
import { FactTable } from '#panel/components/fact-table.tsx';
import { Money } from '#panel/components/money.tsx';
import { showDone } from '#panel/components/notices.ts';
import { QueryState } from '#panel/components/query-state.tsx';
import { ReasonForm, type ReasonInput } from '#panel/components/reason-button.tsx';
import { texts } from '#texts/incoming-payments.ts';
import type { ChargePayment, FittingCharge, IncomingPayment } from './incoming-payment-types.ts';

/** Pays the charge that a payment in suspense names, or a chosen one, with it after a review. */
export function PayChargeButton({
  incomingPayment,
  chosen,
}: {
  incomingPayment: IncomingPayment;
  chosen?: FittingCharge;
}) {
  const [isOpen, { open, close }] = useDisclosure();
  return (
    <>
      <Button
        size="xs"
        variant="default"
        flex="none"
        onClick={open}
        {...(chosen && { 'aria-label': texts.payFitting(chosen.payer_name) })}
      >
        {chosen ? texts.payShort : texts.payCharge}
      </Button>
      {isOpen && (
        <Dialog onClose={close} title={texts.payTitle}>
          <Review
            endToEndId={incomingPayment.end_to_end_id}
            chosenId={chosen?.charge_id}
            onDone={close}
          />
        </Dialog>
      )}
    </>
  );
}

function Review({
  endToEndId,
  chosenId,
  onDone,
}: {
  endToEndId: string;
  chosenId: string | undefined;
  onDone: () => void;
}) {
  const client = useQueryClient();
  const path = { end_to_end_id: endToEndId };
  const choice = chosenId === undefined ? {} : { charge_id: chosenId };
  const review = api.useQuery(
    'get',
    '/api/operator/incoming-payments/{end_to_end_id}/charge',
    { params: { path, query: choice } },
    // What was reviewed stays as it is: the gateway refuses to pay a charge that has changed.
    { staleTime: Number.POSITIVE_INFINITY, gcTime: 0 },
  );
  const pay = api.useMutation('post', '/api/operator/incoming-payments/{end_to_end_id}/pay');
  const send = async ({ reason, code, keyOf }: ReasonInput, expected: number) => {
    const body = { ...choice, expected_amount: expected, reason };
    const done = await pay.mutateAsync({
      params: { path, header: { 'idempotency-key': keyOf(body) } },
      body: { ...body, ...codeOf(code) },
    });
    showDone(done.proposal_id === null ? texts.chargePaid : texts.paymentProposed);
    await client.invalidateQueries();
  };
  return (
    <QueryState query={review}>
      {(payment) => (
        <ReasonForm
          label={payment.needs_second_operator ? texts.proposePayment : texts.payCharge}
          hint={payment.needs_second_operator ? texts.proposeHint : texts.payHint}
          onSend={(input) => send(input, payment.expected_amount)}
          onDone={onDone}
        >
          <FactTable facts={factsOf(payment)} />
        </ReasonForm>
      )}
    </QueryState>
  );
}

function factsOf(payment: ChargePayment): readonly (readonly [string, React.ReactNode])[] {
  const { amount, expected_amount: expected, charge_id: chargeId } = payment;
  const money = (centavos: number, fw?: number) => (
    <Money centavos={centavos} {...(fw !== undefined && { fw })} />
  );
  return [
    [texts.merchant, `${payment.merchant_name} (@${payment.username})`],
    [texts.chargeId, <CopyText key="charge" value={chargeId} label={texts.chargeId} />],
    [texts.chargeStatus, texts.statuses[payment.status]],
    [texts.expected, money(expected)],
    [texts.arrived, money(amount, 650)],
    [texts.difference, money(amount - expected)],
    [texts.fee, money(payment.fee_amount)],
    [texts.shares, money(payment.shares_amount)],
    [texts.net, money(payment.net_amount)],
  ];
}

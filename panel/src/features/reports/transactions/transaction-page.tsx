import { Button, Grid, Paper, Stack, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useParams } from '@tanstack/react-router';
import { api } from '#panel/api/client.ts';
import type { Charge, Payout, Transaction } from '#panel/api/transaction.ts';
import { BackLink } from '#panel/components/back-link.tsx';
import { formatMoney } from '#panel/components/format.ts';
import { IfAllowed } from '#panel/components/if-allowed.tsx';
import { PageHeader } from '#panel/components/page-header.tsx';
import { QueryState } from '#panel/components/query-state.tsx';
import { StatusBadge } from '#panel/components/status-badge.tsx';
import { CancelCharge } from '#panel/features/charges/cancel-charge.tsx';
import { ChargePayment, type ChargeToPay } from '#panel/features/charges/charge-payment.tsx';
import { ChangeDueCharge } from '#panel/features/charges/due/change-charge.tsx';
import { ChargeDue, OtherAmountPaid } from '#panel/features/charges/due/charge-due.tsx';
import { ChargeMails } from '#panel/features/messages/payer-mails/charge-mails.tsx';
import { PayoutApprovalSection } from '#panel/features/money-out/payouts/approval/payout-approval.tsx';
import { CancelPayout } from '#panel/features/money-out/payouts/cancel-payout.tsx';
import { PayoutWait } from '#panel/features/money-out/payouts/payout-wait.tsx';
import { RepeatPayout } from '#panel/features/money-out/payouts/repeat-payout.tsx';
import { NewRefund } from '#panel/features/money-out/refunds/new-refund.tsx';
import { leftToRefund, Refunds } from '#panel/features/money-out/refunds/refunds.tsx';
import { ReceiptButton } from '#panel/features/reports/receipts/receipt-link.tsx';
import { IconArrowBackUp } from '#panel/icons.ts';
import { useEnvironment } from '#panel/session/environment.tsx';
import { common } from '#panel/texts/common.ts';
import { texts } from '#texts/transactions.ts';
import { TransactionTimeline } from './timeline.tsx';
import { TransactionFacts } from './transaction-facts.tsx';
import { TransactionShares } from './transaction-shares.tsx';

const ASK_AGAIN_MS = 5_000;

/** The page of one charge or payout. */
export function TransactionPage() {
  const environment = useEnvironment();
  const { id = '' } = useParams({ strict: false });
  const transaction = api.useQuery(
    'get',
    '/api/panel/{environment}/transactions/{id}',
    { params: { path: { environment, id } } },
    // Read again at an interval: webhook attempts cause no live update, as there are too many.
    { refetchInterval: ASK_AGAIN_MS },
  );
  return (
    <>
      <BackLink to="/painel/transacoes">{texts.backToList}</BackLink>
      <QueryState query={transaction} title={texts.title} lines={8}>
        {(data) => <Content transaction={data} />}
      </QueryState>
    </>
  );
}

/** Says that a payout is held. */
function heldLabel(transaction: Transaction): { label?: string } {
  return transaction.type === 'payout' && transaction.held ? { label: common.held } : {};
}

/** Whether a payout waits for a stop, or because its destination is new. */
function isCancellable(payout: Payout): boolean {
  return payout.held_reason === 'payouts_stopped' || payout.held_reason === 'new_destination';
}

/** Whether the money has moved: a refunded payment keeps its receipt. */
function hasReceipt({ status, paid_at: paidAt }: Transaction): boolean {
  return paidAt !== null && status !== 'failed';
}

function Content({ transaction }: { transaction: Transaction }) {
  const { type, amount, status } = transaction;
  // On a phone the code of a charge that can be paid comes first. The `key` keeps the state of this
  // column when the payment moves it.
  const isPayable = type === 'charge' && status === 'pending';
  const side = (
    <Grid.Col key="side" span={{ base: 12, md: 5 }} order={{ md: 2 }}>
      <Side transaction={transaction} />
    </Grid.Col>
  );
  return (
    <>
      <PageHeader
        title={`${texts.types[type]} · ${formatMoney(amount)}`}
        actions={
          <>
            <StatusBadge status={status} {...heldLabel(transaction)} />
            {hasReceipt(transaction) && (
              <IfAllowed operation="downloadReceipt">
                <ReceiptButton id={transaction.internal_id} />
              </IfAllowed>
            )}
            {type === 'payout' && isCancellable(transaction) && (
              <IfAllowed operation="cancelWaitingPayout">
                <CancelPayout id={transaction.internal_id} />
              </IfAllowed>
            )}
            {type === 'payout' && status === 'failed' && <RepeatPayout payout={transaction} />}
            {type === 'charge' && status === 'pending' && transaction.due && (
              <IfAllowed operation="changeChargeByHand">
                <ChangeDueCharge charge={transaction} due={transaction.due} />
              </IfAllowed>
            )}
            {type === 'charge' && status === 'pending' && (
              <IfAllowed operation="cancelChargeByHand">
                <CancelCharge id={transaction.internal_id} />
              </IfAllowed>
            )}
            {type === 'charge' && leftToRefund(transaction) > 0 && (
              <IfAllowed operation="createRefundByHand">
                <RefundButton charge={transaction} />
              </IfAllowed>
            )}
          </>
        }
      />
      <Grid gap="lg">
        {isPayable && side}
        <Grid.Col span={{ base: 12, md: 7 }} order={{ md: 1 }}>
          <Parts transaction={transaction} />
        </Grid.Col>
        {!isPayable && side}
      </Grid>
    </>
  );
}

/** What a transaction waits for and was decided, its data and what belongs to it. */
function Parts({ transaction }: { transaction: Transaction }) {
  const { internal_id: id, type } = transaction;
  return (
    <Stack gap="lg">
      {type === 'payout' && <Decisions payout={transaction} />}
      {type === 'charge' && transaction.refunds && <Refunds charge={transaction} />}
      <Paper withBorder p="md">
        <Title order={2} mb="xs">
          {texts.details}
        </Title>
        <TransactionFacts transaction={transaction} />
      </Paper>
      {type === 'charge' && transaction.due && (
        <ChargeDue charge={transaction} due={transaction.due} />
      )}
      {type === 'charge' && !transaction.due && <OtherAmountPaid charge={transaction} />}
      {type === 'charge' && transaction.split.length > 0 && (
        <TransactionShares charge={transaction} />
      )}
      {type === 'charge' && transaction.payer.email !== null && <ChargeMails id={id} />}
    </Stack>
  );
}

/** What a payout waits for, and who decides or has decided about it. */
function Decisions({ payout }: { payout: Payout }) {
  const { internal_id: id, status, timeline } = payout;
  return (
    <>
      {status === 'pending' && <PayoutWait id={id} />}
      {timeline.some(({ kind }) => kind === 'awaiting_approval') && (
        <PayoutApprovalSection id={id} />
      )}
    </>
  );
}

/** How a charge is paid, or that it was, and what happened to a transaction. */
function Side({ transaction }: { transaction: Transaction }) {
  return (
    <Stack gap="lg">
      {transaction.type === 'charge' && (
        <Paper withBorder p="md">
          <ChargePayment charge={chargeToPay(transaction)} />
        </Paper>
      )}
      <Paper withBorder p="md">
        <Title order={2} mb="md">
          {texts.timeline}
        </Title>
        <TransactionTimeline transaction={transaction} />
      </Paper>
    </Stack>
  );
}

function chargeToPay(charge: Charge): ChargeToPay {
  const { internal_id: id, qrcode, status, paid_at: paidAt, payer, due } = charge;
  const amount = due?.payable_today ?? charge.amount;
  return { id, amount, qrcode, status, paidAt, email: payer.email };
}

function RefundButton({ charge }: { charge: Charge }) {
  const [isOpen, { open, close }] = useDisclosure();
  return (
    <>
      <Button variant="default" leftSection={<IconArrowBackUp size={16} />} onClick={open}>
        {texts.refund}
      </Button>
      {isOpen && <NewRefund charge={charge} onClose={close} />}
    </>
  );
}

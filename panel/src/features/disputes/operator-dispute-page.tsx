import { Button, Grid, Paper, Stack, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useParams } from '@tanstack/react-router';
import { api } from '#panel/api/client.ts';
import { BackLink } from '#panel/components/back-link.tsx';
import { CopyText } from '#panel/components/copy-text.tsx';
import { formatMoney } from '#panel/components/format.ts';
import { IfAllowed } from '#panel/components/if-allowed.tsx';
import { PageHeader } from '#panel/components/page-header.tsx';
import { QueryState } from '#panel/components/query-state.tsx';
import { common } from '#panel/texts/common.ts';
import { texts as filesTexts } from '#texts/dispute-files.ts';
import { texts } from '#texts/disputes.ts';
import { institutionOfSpiId } from '../../../../gateway/src/ground/pix/institutions.ts';
import { CloseDispute } from './close-dispute.tsx';
import { DisputeBadge } from './dispute-badge.tsx';
import { DefenseFacts, DisputeFacts } from './dispute-facts.tsx';
import { OperatorDisputeFiles } from './dispute-files.tsx';
import { isOpen, type OperatorDispute } from './dispute-types.ts';

/** One dispute of any merchant; an operator closes it as the bank decided. */
export function OperatorDisputePage() {
  const { id = '' } = useParams({ strict: false });
  const params = { params: { path: { id } } };
  const dispute = api.useQuery('get', '/api/operator/disputes/{id}', params);
  return (
    <>
      <BackLink to="/operador/contestacoes">{texts.backToList}</BackLink>
      <QueryState query={dispute} title={texts.title} lines={8}>
        {(data) => <Content dispute={data} />}
      </QueryState>
    </>
  );
}

function Content({ dispute }: { dispute: OperatorDispute }) {
  const [isClosing, { open, close }] = useDisclosure();
  const { username, transaction_id: transactionId, bank_dispute_id: bankId } = dispute;
  const payersBank = institutionOfSpiId(dispute.end_to_end_id);
  // An accepted dispute waits for its return while something is blocked.
  const isUndecided = isOpen(dispute) || dispute.blocked_amount > 0;
  return (
    <>
      <PageHeader
        title={texts.titleOf(formatMoney(dispute.amount))}
        actions={
          <>
            <DisputeBadge status={dispute.status} />
            {isUndecided && (
              <IfAllowed operation="closeDisputeByHand">
                <Button variant="default" onClick={open}>
                  {texts.close}
                </Button>
              </IfAllowed>
            )}
          </>
        }
      />
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 6 }}>
          <DisputeFacts
            dispute={dispute}
            first={[
              [texts.merchant, `@${username}`],
              [
                texts.transaction,
                <CopyText key="transaction" value={transactionId} label={texts.transaction} />,
              ],
              ...(bankId === null ? [] : [[texts.bankId, bankId] as const]),
              ...(payersBank === null ? [] : [[common.payersBank, payersBank] as const]),
            ]}
          />
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 6 }}>
          <Paper withBorder p="md">
            <Stack gap="md">
              <Title order={2}>{texts.defense}</Title>
              <DefenseFacts dispute={dispute} />
              <Title order={3}>{filesTexts.title}</Title>
              <OperatorDisputeFiles id={dispute.internal_id} />
            </Stack>
          </Paper>
        </Grid.Col>
      </Grid>
      {isClosing && <CloseDispute dispute={dispute} onClose={close} />}
    </>
  );
}

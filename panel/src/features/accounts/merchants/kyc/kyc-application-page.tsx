import { Anchor, Grid, Paper, Stack, Text } from '@mantine/core';
import { Link, useParams } from '@tanstack/react-router';
import { api } from '#panel/api/client.ts';
import { BackLink } from '#panel/components/back-link.tsx';
import { IfAllowed } from '#panel/components/if-allowed.tsx';
import { PageHeader } from '#panel/components/page-header.tsx';
import { QueryState } from '#panel/components/query-state.tsx';
import { StatusBadge } from '#panel/components/status-badge.tsx';
import { texts } from '#texts/kyc.ts';
import { DecisionButtons } from './decision-buttons.tsx';
import { DocumentBrowser } from './document-browser.tsx';
import { KycDataView } from './kyc-data-view.tsx';
import type { ReviewedKyc } from './kyc-types.ts';
import { SubmissionHistory } from './submission-history.tsx';

// The documents stay visible while the data scrolls.
const STICKY = { position: 'sticky', top: 'calc(var(--header-height) + 16px)' } as const;

/** An application under review: its data beside its documents, and the decision. */
export function KycApplicationPage() {
  const { applicationId } = useParams({ from: '/operador/cadastros/$applicationId' });
  const application = api.useQuery('get', '/api/operator/kyc/{application_id}', {
    params: { path: { application_id: applicationId } },
  });
  return (
    <>
      <BackLink to="/operador/cadastros">{texts.backToQueue}</BackLink>
      <QueryState query={application} title={texts.title} lines={8}>
        {(kyc) => <Review kyc={kyc} />}
      </QueryState>
    </>
  );
}

function Review({ kyc }: { kyc: ReviewedKyc }) {
  const { merchant } = kyc;
  return (
    <>
      <PageHeader
        title={kyc.legal_name ?? texts.untitled}
        description={<MerchantLink username={merchant.username} name={merchant.name} />}
        actions={
          <>
            <StatusBadge status={kyc.status} />
            {kyc.status === 'submitted' && (
              <IfAllowed operation="approveKyc">
                <DecisionButtons kyc={kyc} />
              </IfAllowed>
            )}
          </>
        }
      />
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 5 }}>
          <Stack gap="lg">
            <Paper withBorder p="lg">
              <Stack gap="lg">
                <KycDataView data={kyc} />
                <div>
                  <Text size="sm" c="dimmed" mb={4}>
                    {texts.merchantStatus}
                  </Text>
                  <StatusBadge status={merchant.status} />
                </div>
              </Stack>
            </Paper>
            <SubmissionHistory submissions={kyc.submissions} />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 7 }}>
          <div style={STICKY}>
            <IfAllowed operation="getKycApplicationDocument">
              <DocumentBrowser kyc={kyc} />
            </IfAllowed>
          </div>
        </Grid.Col>
      </Grid>
    </>
  );
}

function MerchantLink({ username, name }: { username: string; name: string }) {
  return (
    <Anchor
      renderRoot={(props) => (
        <Link to="/operador/lojistas/$username" params={{ username }} {...props} />
      )}
    >
      {name} (@{username})
    </Anchor>
  );
}

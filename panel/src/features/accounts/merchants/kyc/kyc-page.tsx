import { Button, Paper, Stack, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { api } from '#panel/api/client.ts';
import { EmptyState } from '#panel/components/empty-state.tsx';
import { PageHeader } from '#panel/components/page-header.tsx';
import { QueryState } from '#panel/components/query-state.tsx';
import { IconCircleCheck, IconIdBadge2 } from '#panel/icons.ts';
import { useSession } from '#panel/session/session.ts';
import { texts } from '#texts/kyc.ts';
import { OwnAddress } from '../address/own-address.tsx';
import { DocumentList } from './document-list.tsx';
import { KycDataView } from './kyc-data-view.tsx';
import { KycForm } from './kyc-form.tsx';
import { KycStatusAlert } from './kyc-status-alert.tsx';
import type { Kyc } from './kyc-types.ts';

const ASK_AGAIN_MS = 15_000;

/** The merchant's application: the form, its status and the decision. */
export function KycPage() {
  const { merchant } = useSession();
  return (
    <>
      <PageHeader description={texts.description} />
      {merchant?.is_sandbox ? (
        <NotForSandbox />
      ) : (
        <Stack gap="lg">
          <OwnKyc status={merchant?.status ?? ''} />
          {merchant?.status === 'active' && <OwnAddress />}
        </Stack>
      )}
    </>
  );
}

function NotForSandbox() {
  const action = (
    <Button component={Link} to="/cadastrar" variant="default">
      {texts.signUp}
    </Button>
  );
  return (
    <EmptyState
      icon={IconIdBadge2}
      title={texts.sandboxTitle}
      description={texts.sandboxHint}
      action={action}
    />
  );
}

function OwnKyc({ status }: { status: string }) {
  // An operator may decide at any moment, so the page is read again at an interval.
  const query = api.useQuery('get', '/api/panel/kyc', undefined, {
    refetchInterval: ({ state }) => state.data?.status === 'submitted' && ASK_AGAIN_MS,
  });
  useFreshSession(query.data, status);
  return (
    <QueryState query={query}>
      {(kyc) => {
        if (status === 'active' && kyc.status === 'draft') {
          return (
            <EmptyState
              icon={IconCircleCheck}
              title={texts.activeTitle}
              description={texts.activeHint}
            />
          );
        }
        return (
          <>
            <KycStatusAlert kyc={kyc} isSuspended={status === 'suspended'} />
            {kyc.is_editable ? (
              <KycForm key={kyc.submissions.length} kyc={kyc} />
            ) : (
              <Summary kyc={kyc} />
            )}
          </>
        );
      }}
    </QueryState>
  );
}

/** A decision changes what the account may do, so the session is read again. */
function useFreshSession(kyc: Kyc | undefined, status: string) {
  const client = useQueryClient();
  const isNews =
    status === 'pending_kyc' && (kyc?.status === 'approved' || kyc?.status === 'rejected');
  useEffect(() => {
    if (isNews) void client.invalidateQueries({ queryKey: ['get', '/api/account/session'] });
  }, [isNews, client]);
}

function Summary({ kyc }: { kyc: Kyc }) {
  return (
    <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
      <Stack gap="lg">
        <KycDataView data={kyc} />
        <section>
          <Title order={2} mb="xs">
            {texts.documents}
          </Title>
          <Stack gap="xs">
            {kyc.documents.length === 0 && texts.noDocuments}
            <DocumentList documents={kyc.documents} isEditable={false} />
          </Stack>
        </section>
      </Stack>
    </Paper>
  );
}

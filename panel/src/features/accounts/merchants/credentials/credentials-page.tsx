import { Alert, Button, Paper } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { api } from '#panel/api/client.ts';
import { DataTable } from '#panel/components/data-table.tsx';
import { EmptyState } from '#panel/components/empty-state.tsx';
import { PageHeader } from '#panel/components/page-header.tsx';
import { QueryState } from '#panel/components/query-state.tsx';
import { SandboxSecrets } from '#panel/components/sandbox-secrets.tsx';
import { IconExternalLink, IconKey, IconPlus } from '#panel/icons.ts';
import { useEnvironment } from '#panel/session/environment.tsx';
import { useMayAct, useSession } from '#panel/session/session.ts';
import { texts } from '#texts/credentials.ts';
import { credentialColumns } from './credential-columns.tsx';
import { NewCredential } from './new-credential.tsx';

/** The keys of the merchant's programs. */
export function CredentialsPage() {
  const { merchant } = useSession();
  const [isOpen, { open, close }] = useDisclosure();
  const isApproved = merchant?.status === 'active';
  const mayChange = useMayAct('createCredential') && !merchant?.is_sandbox;
  return (
    <>
      <PageHeader
        description={texts.description}
        isList
        actions={
          <>
            <Button component="a" href="/guia" target="_blank" variant="default">
              {texts.guide}
            </Button>
            <Button
              component="a"
              href="/docs"
              target="_blank"
              variant="default"
              leftSection={<IconExternalLink size={16} />}
            >
              {texts.docs}
            </Button>
            {mayChange && (
              <Button leftSection={<IconPlus size={16} />} onClick={open}>
                {texts.newKey}
              </Button>
            )}
          </>
        }
      />
      {merchant?.is_sandbox && <Alert variant="outline">{texts.sandbox}</Alert>}
      {merchant && !merchant.is_sandbox && !isApproved && (
        <Alert variant="outline" mb="lg">
          {texts.notApproved}
        </Alert>
      )}
      <List onNew={mayChange ? open : undefined} />
      {merchant?.is_sandbox && <SandboxSecrets kind="keys" />}
      {isOpen && <NewCredential onClose={close} />}
    </>
  );
}

function List({ onNew }: { onNew: (() => void) | undefined }) {
  const environment = useEnvironment();
  const credentials = api.useQuery('get', '/api/panel/{environment}/credentials', {
    params: { path: { environment } },
  });
  return (
    <QueryState query={credentials}>
      {({ data }) =>
        data.length === 0 ? (
          <EmptyState
            icon={IconKey}
            title={texts.empty}
            description={texts.emptyHint}
            action={onNew && <Button onClick={onNew}>{texts.newKey}</Button>}
          />
        ) : (
          <Paper withBorder p="md">
            <DataTable
              caption={texts.caption}
              columns={credentialColumns(onNew !== undefined)}
              rows={data}
              rowKey={(row) => row.client_id}
            />
          </Paper>
        )
      }
    </QueryState>
  );
}

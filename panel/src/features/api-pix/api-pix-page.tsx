import { Button, NativeSelect, Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '#panel/api/client.ts';
import { EmptyState } from '#panel/components/empty-state.tsx';
import { IfAllowed } from '#panel/components/if-allowed.tsx';
import { PageHeader } from '#panel/components/page-header.tsx';
import { QueryState } from '#panel/components/query-state.tsx';
import { IconKey } from '#panel/icons.ts';
import { useEnvironment } from '#panel/session/environment.tsx';
import { useSession } from '#panel/session/session.ts';
import { texts } from '#texts/api-pix.ts';
import type { ApiPix, ApiPixKey } from './api-pix-types.ts';
import { ClientCertificates } from './client-certificates.tsx';
import { DefaultSplit } from './default-split.tsx';
import { ErpData } from './erp-data.tsx';
import { PixKeys } from './pix-keys.tsx';
import { TestCall } from './test-call.tsx';

/** How an ERP uses the Central Bank's API with a key of the merchant. */
export function ApiPixPage() {
  const environment = useEnvironment();
  const params = { path: { environment } };
  const data = api.useQuery('get', '/api/panel/{environment}/api-pix', { params });
  const keys = api.useQuery('get', '/api/panel/{environment}/credentials', { params });
  const guide = (
    <Button component="a" href="/guia/api-pix" target="_blank" variant="default">
      {texts.guide}
    </Button>
  );
  return (
    <>
      <PageHeader description={texts.description} actions={guide} />
      <QueryState query={data}>
        {(apiPix) => (
          <QueryState query={keys}>
            {({ data: found }) => (
              <KeyOfErp
                key={environment}
                apiPix={apiPix}
                keys={found.filter((one) => one.revoked_at === null)}
              />
            )}
          </QueryState>
        )}
      </QueryState>
    </>
  );
}

function KeyOfErp({ apiPix, keys }: { apiPix: ApiPix; keys: readonly ApiPixKey[] }) {
  const environment = useEnvironment();
  const { merchant } = useSession();
  const [chosen, choose] = useState<string>();
  const key = keys.find((one) => one.client_id === chosen) ?? keys[0];
  if (!key) return <NoKey isSandbox={merchant?.is_sandbox === true} />;
  return (
    <Stack gap="lg">
      <NativeSelect
        label={texts.key}
        description={texts.keyHint}
        maw={420}
        data={keys.map((one) => ({ value: one.client_id, label: one.name }))}
        value={key.client_id}
        onChange={(event) => choose(event.currentTarget.value)}
      />
      <ErpData apiPix={apiPix} apiKey={key} />
      <IfAllowed operation="setSplitOfKey">
        <DefaultSplit key={`split ${key.client_id}`} apiPix={apiPix} apiKey={key} />
      </IfAllowed>
      {(apiPix.takes_certificates || apiPix.certificates.length > 0) && (
        <IfAllowed operation="addClientCertificate">
          <ClientCertificates key={`certificates ${key.client_id}`} apiPix={apiPix} apiKey={key} />
        </IfAllowed>
      )}
      <IfAllowed operation="setApiPixKeys">
        <PixKeys apiPix={apiPix} />
      </IfAllowed>
      {environment === 'test' && (
        <TestCall key={key.client_id} apiKey={key} pixKey={apiPix.shared_pix_keys.at(-1) ?? ''} />
      )}
    </Stack>
  );
}

function NoKey({ isSandbox }: { isSandbox: boolean }) {
  const action = (
    <Button component={Link} to="/painel/integracoes">
      {texts.toKeys}
    </Button>
  );
  return (
    <EmptyState
      icon={IconKey}
      title={texts.noKey}
      description={isSandbox ? texts.sandboxHint : texts.noKeyHint}
      action={isSandbox ? undefined : action}
    />
  );
}

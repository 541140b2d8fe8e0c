import { Alert } from '@mantine/core';
import { byCursor } from '#panel/api/by-cursor.ts';
import { api } from '#panel/api/client.ts';
import { EmptyState } from '#panel/components/empty-state.tsx';
import { PageHeader } from '#panel/components/page-header.tsx';
import { QueryState } from '#panel/components/query-state.tsx';
import { IconHistory } from '#panel/icons.ts';
import { useSession } from '#panel/session/session.ts';
import { texts } from '#texts/audit.ts';
import { ChangeList } from './change-list.tsx';

/** The audit log of the merchant's own account. */
export function OwnAuditPage() {
  const { merchant } = useSession();
  return (
    <>
      <PageHeader title={texts.ownTitle} description={texts.ownDescription} isList />
      {merchant?.is_sandbox ? <Alert variant="outline">{texts.sandbox}</Alert> : <OwnChanges />}
    </>
  );
}

function OwnChanges() {
  const changes = api.useInfiniteQuery('get', '/api/panel/audit', {}, byCursor);
  return (
    <QueryState query={changes} lines={8}>
      {({ pages }) => {
        const rows = pages.flatMap(({ data }) => data);
        if (rows.length === 0)
          return (
            <EmptyState icon={IconHistory} title={texts.empty} description={texts.emptyHint} />
          );
        return <ChangeList changes={rows} query={changes} />;
      }}
    </QueryState>
  );
}

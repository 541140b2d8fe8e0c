import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { byCursor } from '#panel/api/by-cursor.ts';
import { api } from '#panel/api/client.ts';
import { EmptyState } from '#panel/components/empty-state.tsx';
import { PagedTable } from '#panel/components/paged-table.tsx';
import { Section } from '#panel/components/section.tsx';
import { SUBSCRIPTION_COLUMNS } from '#panel/features/subscriptions/subscription-columns.tsx';
import { IconRefresh } from '#panel/icons.ts';
import { useEnvironment } from '#panel/session/environment.tsx';
import { texts } from '#texts/subscribing-links.ts';

const ASK_AGAIN_MS = 10_000;

/** The subscriptions that payers made by a link, also those that nobody has authorized yet. */
export function LinkSubscribers({ linkId }: { linkId: string }) {
  const environment = useEnvironment();
  const subscriptions = api.useInfiniteQuery(
    'get',
    '/api/panel/{environment}/subscriptions',
    { params: { path: { environment }, query: { payment_link_id: linkId } } },
    { ...byCursor, refetchInterval: ASK_AGAIN_MS },
  );
  const filtered = (
    <Button
      variant="default"
      renderRoot={(props) => <Link to="/painel/assinaturas" search={{ link: linkId }} {...props} />}
    >
      {texts.filterSubscribers}
    </Button>
  );
  return (
    <Section title={texts.subscribers} description={texts.subscribersHint} action={filtered}>
      <PagedTable
        query={subscriptions}
        isFramed={false}
        empty={<EmptyState icon={IconRefresh} title={texts.noSubscribers} />}
        caption={texts.subscribersCaption}
        columns={SUBSCRIPTION_COLUMNS}
        rowKey={({ internal_id: id }) => id}
        rowLink={({ internal_id: id }) => ({ to: '/painel/assinaturas/$id', params: { id } })}
      />
    </Section>
  );
}

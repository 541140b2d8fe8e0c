import { Alert, NativeSelect, Stack } from '@mantine/core';
import { byCursor } from '#panel/api/by-cursor.ts';
import { api } from '#panel/api/client.ts';
import { EmptyState } from '#panel/components/empty-state.tsx';
import { ListOptions } from '#panel/components/list-options.tsx';
import { PageHeader } from '#panel/components/page-header.tsx';
import { PagedTable } from '#panel/components/paged-table.tsx';
import { useAddressFilter } from '#panel/components/use-address-filter.ts';
import { IconRefresh } from '#panel/icons.ts';
import { useEnvironment } from '#panel/session/environment.tsx';
import { useHasSubscriptions } from '#panel/session/session.ts';
import { texts } from '#texts/subscriptions.ts';
import { LinkFilter } from './link-filter.tsx';
import { NewSubscriptionButton } from './new-subscription-button.tsx';
import { SUBSCRIPTION_COLUMNS } from './subscription-columns.tsx';
import { SubscriptionFigures, SubscriptionMovement } from './subscription-figures.tsx';

const STATUSES = ['created', 'authorized', 'paused', 'rejected', 'canceled', 'expired'] as const;

/** The subscriptions of the merchant: their numbers, and a list with a filter. */
export function SubscriptionsPage() {
  const environment = useEnvironment();
  const hasSubscriptions = useHasSubscriptions();
  const { filter, change } = useAddressFilter('situacao', 'link');
  const status = STATUSES.find((one) => one === filter.situacao);
  const { link } = filter;
  const query = { ...(status && { status }), ...(link !== '' && { payment_link_id: link }) };
  const subscriptions = api.useInfiniteQuery(
    'get',
    '/api/panel/{environment}/subscriptions',
    { params: { path: { environment }, query } },
    byCursor,
  );
  // Without a subscription there is nothing to count; the numbers are not those of one link.
  const hasAny = status !== undefined || subscriptions.data?.pages[0]?.data.length !== 0;
  const hasNumbers = link === '' && hasAny;
  return (
    <>
      <PageHeader
        description={texts.description}
        isList
        actions={<NewSubscriptionButton />}
        options={
          <ListOptions>
            <NativeSelect
              label={texts.status}
              value={status ?? ''}
              onChange={({ currentTarget: { value } }) => change({ situacao: value })}
              data={[
                { value: '', label: texts.allStatuses },
                ...STATUSES.map((value) => ({ value, label: texts.statuses[value] })),
              ]}
            />
          </ListOptions>
        }
      />
      <Stack gap="md">
        {!hasSubscriptions && <Alert variant="outline">{texts.onlyTest}</Alert>}
        {link !== '' && <LinkFilter linkId={link} onRemove={() => change({ link: '' })} />}
        {hasNumbers && <SubscriptionFigures />}
        <PagedTable
          query={subscriptions}
          empty={
            <EmptyState
              icon={IconRefresh}
              title={texts.empty}
              {...(hasNumbers && { description: texts.emptyHint })}
            />
          }
          caption={texts.caption}
          columns={SUBSCRIPTION_COLUMNS}
          rowKey={({ internal_id: id }) => id}
          rowLink={({ internal_id: id }) => ({ to: '/painel/assinaturas/$id', params: { id } })}
        />
        {hasNumbers && <SubscriptionMovement />}
      </Stack>
    </>
  );
}

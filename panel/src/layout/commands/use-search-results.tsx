import { Text } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api } from '#panel/api/client.ts';
import { formatInstant, formatMoney } from '#panel/components/format.ts';
import { formatTaxId } from '#panel/components/masks.ts';
import {
  IconBuildingStore,
  IconReceipt2,
  IconRefresh,
  IconSearch,
  IconSend,
  IconUsers,
} from '#panel/icons.ts';
import { useEnvironment } from '#panel/session/environment.tsx';
import { useSession } from '#panel/session/session.ts';
import { common } from '#panel/texts/common.ts';
import { texts } from '#texts/commands.ts';
import { texts as subscriptionTexts } from '#texts/subscriptions.ts';
import type { Home } from '../navigation.ts';
import type { Command } from './command.ts';

const FOUND_MAX = 5;
const CUSTOMERS_MAX = 3;
const SUBSCRIPTIONS_MAX = 3;
const LENGTH_MIN = 2;

interface SearchResults {
  readonly commands: readonly Command[];
  readonly isSearching: boolean;
}

/** The content that the gateway finds for a text: a merchant's transactions, or merchants. */
export function useSearchResults(home: Home, text: string): SearchResults {
  const isLong = text.length >= LENGTH_MIN;
  const transactions = useTransactions(text, home === '/painel' && isLong);
  const customers = useCustomers(text, home === '/painel' && isLong);
  const subscriptions = useSubscriptions(text, home === '/painel' && isLong);
  const merchants = useMerchants(text, home === '/operador' && isLong);
  if (!isLong) return { commands: [], isSearching: false };
  if (home === '/operador') return merchants;
  return {
    commands: [...customers.commands, ...subscriptions.commands, ...transactions.commands],
    isSearching: [customers, subscriptions, transactions].some((one) => one.isSearching),
  };
}

function useTransactions(search: string, enabled: boolean): SearchResults {
  const environment = useEnvironment();
  const navigate = useNavigate();
  const { data, isFetching } = api.useQuery(
    'get',
    '/api/panel/{environment}/transactions',
    { params: { path: { environment }, query: { search, limit: FOUND_MAX } } },
    { enabled, retry: false, placeholderData: keepPreviousData },
  );
  const found = (data?.data ?? []).map((transaction): Command => {
    const { internal_id: id, name, amount, status, created_at: createdAt } = transaction;
    return {
      id,
      label: `${name} · ${formatMoney(amount)}`,
      icon: transaction.type === 'payout' ? IconSend : IconReceipt2,
      detail: <Detail text={`${common.statuses[status]} · ${formatInstant(createdAt)}`} />,
      run: () => navigate({ to: '/painel/transacoes/$id', params: { id } }),
    };
  });
  const all: Command = {
    id: 'all-found',
    label: texts.allFound(search),
    icon: IconSearch,
    run: () =>
      navigate({
        to: '/painel/transacoes',
        search: ({ ambiente }) => ({ ambiente, busca: search }),
      }),
  };
  return { commands: [...found, all], isSearching: isFetching };
}

function useCustomers(search: string, enabled: boolean): SearchResults {
  const environment = useEnvironment();
  const navigate = useNavigate();
  const isSandbox = useSession().merchant?.is_sandbox === true;
  const { data, isFetching } = api.useQuery(
    'get',
    '/api/panel/{environment}/customers',
    { params: { path: { environment }, query: { search, limit: CUSTOMERS_MAX } } },
    { enabled: enabled && !isSandbox, retry: false, placeholderData: keepPreviousData },
  );
  const commands = (data?.data ?? []).map(
    ({ id, name, document }): Command => ({
      id: `customer ${id}`,
      label: name,
      icon: IconUsers,
      detail: <Detail text={texts.customer(formatTaxId(document))} />,
      run: () => navigate({ to: '/painel/clientes/$id', params: { id } }),
    }),
  );
  return { commands, isSearching: isFetching };
}

/** Subscriptions by reference, document or id. */
function useSubscriptions(search: string, enabled: boolean): SearchResults {
  const environment = useEnvironment();
  const navigate = useNavigate();
  const isSandbox = useSession().merchant?.is_sandbox === true;
  const { data, isFetching } = api.useQuery(
    'get',
    '/api/panel/{environment}/subscriptions',
    { params: { path: { environment }, query: { search, limit: SUBSCRIPTIONS_MAX } } },
    { enabled: enabled && !isSandbox, retry: false, placeholderData: keepPreviousData },
  );
  const commands = (data?.data ?? []).map(
    ({ internal_id: id, payer, reference, status }): Command => ({
      id: `subscription ${id}`,
      label: `${payer.name} · ${reference}`,
      icon: IconRefresh,
      detail: <Detail text={subscriptionTexts.statuses[status]} />,
      run: () => navigate({ to: '/painel/assinaturas/$id', params: { id } }),
    }),
  );
  return { commands, isSearching: isFetching };
}

function useMerchants(search: string, enabled: boolean): SearchResults {
  const navigate = useNavigate();
  const { data, isFetching } = api.useQuery(
    'get',
    '/api/operator/merchants',
    { params: { query: { search, limit: FOUND_MAX } } },
    { enabled, retry: false, placeholderData: keepPreviousData },
  );
  const commands = (data?.data ?? []).map(
    ({ username, name }): Command => ({
      id: `merchant ${username}`,
      label: name,
      icon: IconBuildingStore,
      detail: <Detail text={`@${username}`} />,
      run: () => navigate({ to: '/operador/lojistas/$username', params: { username } }),
    }),
  );
  return { commands, isSearching: isFetching };
}

function Detail({ text }: { text: string }) {
  return (
    <Text component="span" size="sm" c="dimmed">
      {text}
    </Text>
  );
}

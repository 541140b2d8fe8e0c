import { Text } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api } from '#panel/api/client.ts';
import { formatInstant, formatMoney } from '#panel/components/format.ts';
import { IconBuildingStore, IconReceipt2, IconSearch, IconSend } from '#panel/icons.ts';
import { useEnvironment } from '#panel/session/environment.tsx';
import { common } from '#panel/texts/common.ts';
import { texts } from '#texts/commands.ts';
import type { Home } from '../navigation.ts';
import type { Command } from './command.ts';

const FOUND_MAX = 5;
const LENGTH_MIN = 2;

interface SearchResults {
  readonly commands: readonly Command[];
  readonly isSearching: boolean;
}

/** The content that the gateway finds for a text: a merchant's transactions, or merchants. */
export function useSearchResults(home: Home, text: string): SearchResults {
  const isLong = text.length >= LENGTH_MIN;
  const transactions = useTransactions(text, home === '/painel' && isLong);
  const merchants = useMerchants(text, home === '/operador' && isLong);
  if (!isLong) return { commands: [], isSearching: false };
  return home === '/painel' ? transactions : merchants;
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
  const found = (data?.data ?? []).map((one): Command => {
    const { internal_id: id, name, amount, status, created_at: createdAt } = one;
    return {
      ...{ id, label: `${name} · ${formatMoney(amount)}` },
      icon: one.type === 'payout' ? IconSend : IconReceipt2,
      detail: <Detail text={`${common.statuses[status]} · ${formatInstant(createdAt)}`} />,
      run: () => navigate({ to: '/painel/transacoes/$id', params: { id } }),
    };
  });
  const all: Command = {
    ...{ id: 'all-found', label: texts.allFound(search), icon: IconSearch },
    run: () =>
      navigate({
        to: '/painel/transacoes',
        search: ({ ambiente }) => ({ ambiente, busca: search }),
      }),
  };
  return { commands: [...found, all], isSearching: isFetching };
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
      ...{ id: `merchant ${username}`, label: name, icon: IconBuildingStore },
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

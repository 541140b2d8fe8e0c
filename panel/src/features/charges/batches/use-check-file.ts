import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api } from '#panel/api/client.ts';
import { showProblem } from '#panel/components/notices.ts';
import { useEnvironment } from '#panel/session/environment.tsx';

const NAME_LENGTH_MAX = 200;

/** Sends files to be checked, and opens their batches. */
export function useCheckFile({
  replaces,
  onSettled,
}: {
  replaces?: string | undefined;
  onSettled?: () => void;
}) {
  const environment = useEnvironment();
  const navigate = useNavigate();
  const client = useQueryClient();
  const check = api.useMutation('post', '/api/panel/{environment}/charge-batches', {
    onSuccess: ({ id }) => {
      void client.invalidateQueries();
      void navigate({
        to: '/painel/cobrancas-em-lote/$id',
        params: { id },
        replace: replaces !== undefined,
      });
    },
    onError: showProblem,
    ...(onSettled && { onSettled }),
  });
  const send = (name: string, content: string) =>
    check.mutate({
      params: { path: { environment } },
      body: {
        file_name: name.slice(-NAME_LENGTH_MAX),
        content,
        ...(replaces !== undefined && { replaces }),
      },
    });
  return { send, isPending: check.isPending };
}

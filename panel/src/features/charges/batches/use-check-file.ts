import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api } from '#panel/api/client.ts';
import type { Places } from '#panel/components/kept-columns.ts';
import { showProblem } from '#panel/components/notices.ts';
import { useEnvironment } from '#panel/session/environment.tsx';
import type { TypedCells } from './batch-types.ts';

const NAME_LENGTH_MAX = 200;

/** A file of charges; its content in base64. Without columns its headings are ours. */
interface ChargeFile {
  readonly name: string;
  readonly content: string;
  readonly columns?: Places<keyof TypedCells>;
}

/** Sends files to be checked, and opens their batches. */
export function useCheckFile(replaces?: string) {
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
  });
  const send = ({ name, content, columns }: ChargeFile, onDone: () => void) =>
    check.mutate(
      {
        params: { path: { environment } },
        body: {
          file_name: name.slice(-NAME_LENGTH_MAX),
          content,
          ...(columns && { columns }),
          ...(replaces !== undefined && { replaces }),
        },
      },
      { onSuccess: onDone },
    );
  return { send, isPending: check.isPending };
}

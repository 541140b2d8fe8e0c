import { Button, FileButton } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { api } from '#panel/api/client.ts';
import { base64Of } from '#panel/components/base64.ts';
import { showProblem } from '#panel/components/notices.ts';
import { IconUpload } from '#panel/icons.ts';
import { useEnvironment } from '#panel/session/environment.tsx';
import { texts } from '#texts/payout-batches.ts';

const BYTES_MAX = 256 * 1024;

/**
 * The button that sends a file to be checked, and opens its batch. A corrected file takes the place
 * of the batch that it `replaces`.
 */
export function UploadBatch({ replaces }: { replaces?: string }) {
  const environment = useEnvironment();
  const navigate = useNavigate();
  const client = useQueryClient();
  const reset = useRef<() => void>(null);
  const check = api.useMutation('post', '/api/panel/{environment}/payout-batches', {
    onSuccess: ({ id }) => {
      void client.invalidateQueries();
      void navigate({
        to: '/painel/saques-em-lote/$id',
        params: { id },
        replace: replaces !== undefined,
      });
    },
    onError: showProblem,
    // The same file can be chosen again after it was corrected.
    onSettled: () => reset.current?.(),
  });
  const send = async (file: File | null) => {
    if (!file) return;
    if (file.size > BYTES_MAX) {
      showProblem({ code: 'batch_file_too_large', message: texts.tooLarge });
      reset.current?.();
      return;
    }
    const content = await base64Of(file);
    check.mutate({
      params: { path: { environment } },
      body: {
        file_name: file.name.slice(-NAME_LENGTH_MAX),
        content,
        ...(replaces !== undefined && { replaces }),
      },
    });
  };
  return (
    <FileButton accept=".csv,.xlsx,text/csv,text/plain" onChange={send} resetRef={reset}>
      {(props) => (
        <Button
          {...props}
          variant={replaces === undefined ? 'filled' : 'default'}
          leftSection={<IconUpload size={16} />}
          loading={check.isPending}
        >
          {replaces === undefined ? texts.upload : texts.uploadCorrected}
        </Button>
      )}
    </FileButton>
  );
}

const NAME_LENGTH_MAX = 200;

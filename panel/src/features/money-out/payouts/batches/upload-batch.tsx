import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api } from '#panel/api/client.ts';
import { showProblem } from '#panel/components/notices.ts';
import { UploadSheet } from '#panel/components/upload-sheet.tsx';
import { useEnvironment } from '#panel/session/environment.tsx';
import { useMayMoveMoney } from '#panel/session/session.ts';
import { texts } from '#texts/payout-batches.ts';

const BYTES_MAX = 256 * 1024;
const NAME_LENGTH_MAX = 200;
const NAMES = {
  name: texts.name,
  document: texts.document,
  key_type: texts.keyType,
  key: texts.pixKey,
  amount: texts.amount,
  description: texts.note,
  external_id: texts.externalId,
};

/**
 * The button that sends a file to be checked, and opens its batch, for members who may. A corrected file takes the place
 * of the batch that it `replaces`.
 */
export function UploadBatch({ replaces }: { replaces?: string }) {
  const environment = useEnvironment();
  const mayUpload = useMayMoveMoney('checkPayoutBatch');
  const navigate = useNavigate();
  const client = useQueryClient();
  const params = { path: { environment } };
  const read = api.useMutation('post', '/api/panel/{environment}/payout-batch-columns');
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
  });
  if (!mayUpload) return null;
  return (
    <UploadSheet
      kind="payouts"
      label={replaces === undefined ? texts.upload : texts.uploadCorrected}
      variant={replaces === undefined ? 'filled' : 'default'}
      bytesMax={BYTES_MAX}
      tooLarge={{ code: 'batch_file_too_large', message: texts.tooLarge }}
      names={NAMES}
      read={(content) => read.mutateAsync({ params, body: { content } })}
      check={({ name, content, columns }, onDone) => {
        const file = { file_name: name.slice(-NAME_LENGTH_MAX), content, columns };
        const body = { ...file, ...(replaces !== undefined && { replaces }) };
        check.mutate({ params, body }, { onSuccess: onDone });
      }}
      isChecking={check.isPending}
    />
  );
}

import { api } from '#panel/api/client.ts';
import { UploadSheet } from '#panel/components/upload-sheet.tsx';
import { useEnvironment } from '#panel/session/environment.tsx';
import { useMayMoveMoney } from '#panel/session/session.ts';
import { texts } from '#texts/charge-batches.ts';
import { useCheckFile } from './use-check-file.ts';

const BYTES_MAX = 4 * 1024 * 1024;

/** The button, for members who may, that sends a file to be checked. It takes the place of the batch it `replaces`. */
export function UploadCharges({ replaces }: { replaces?: string }) {
  const environment = useEnvironment();
  const mayUpload = useMayMoveMoney('checkChargeBatch');
  const read = api.useMutation('post', '/api/panel/{environment}/charge-batch-columns');
  const check = useCheckFile(replaces);
  if (!mayUpload) return null;
  return (
    <UploadSheet
      kind="charges"
      label={replaces === undefined ? texts.upload : texts.uploadCorrected}
      variant={replaces === undefined ? 'filled' : 'default'}
      bytesMax={BYTES_MAX}
      tooLarge={{ code: 'charge_file_too_large', message: texts.tooLarge }}
      names={texts.columns}
      read={(content) => read.mutateAsync({ params: { path: { environment } }, body: { content } })}
      check={check.send}
      isChecking={check.isPending}
    />
  );
}

import { Button, FileButton } from '@mantine/core';
import { useRef } from 'react';
import { base64Of } from '#panel/components/base64.ts';
import { showProblem } from '#panel/components/notices.ts';
import { IconUpload } from '#panel/icons.ts';
import { texts } from '#texts/charge-batches.ts';
import { useCheckFile } from './use-check-file.ts';

const BYTES_MAX = 4 * 1024 * 1024;

/** The button that sends a file to be checked. It takes the place of the batch it `replaces`. */
export function UploadCharges({ replaces }: { replaces?: string }) {
  const reset = useRef<() => void>(null);
  // The same file can be chosen again after it was corrected.
  const check = useCheckFile({ replaces, onSettled: () => reset.current?.() });
  const send = async (file: File | null) => {
    if (!file) return;
    if (file.size > BYTES_MAX) {
      showProblem({ code: 'charge_file_too_large', message: texts.tooLarge });
      reset.current?.();
      return;
    }
    check.send(file.name, await base64Of(file));
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

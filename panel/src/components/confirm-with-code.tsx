import { Button, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import type { Environment } from '#panel/session/environment.tsx';
import { common } from '#panel/texts/common.ts';
import { CodeField } from './code-field.tsx';
import { useCodeForm } from './code-form.ts';
import { Dialog } from './dialog.tsx';
import { Form } from './form.tsx';
import { ProblemAlert } from './query-state.tsx';

/**
 * A button that asks for confirmation, with a code if the user has a second factor. The dialog stays
 * until the promise of `onConfirm` is fulfilled, and shows its refusal.
 */
export function ConfirmWithCode({
  title,
  question,
  label,
  confirm = label,
  isSmall = false,
  isMain = false,
  isPending,
  environment,
  onConfirm,
}: {
  title: string;
  question: ReactNode;
  label: string;
  /** The label of the button that does it; default: `label`. */
  confirm?: string;
  isSmall?: boolean;
  /** Whether the button stands out as the main action of its page. */
  isMain?: boolean;
  isPending: boolean;
  /** The environment of the change, if it isn't the current one. */
  environment?: Environment;
  onConfirm: (code: string) => unknown;
}) {
  const [isOpen, { open, close }] = useDisclosure();
  const { code, setCode, error, clearError, submit } = useCodeForm({
    send: onConfirm,
    onDone: close,
  });
  const start = () => {
    clearError();
    open();
  };
  return (
    <>
      <Button
        variant={isMain ? 'filled' : 'default'}
        {...(isSmall && { size: 'xs' })}
        loading={isPending}
        onClick={start}
      >
        {label}
      </Button>
      {isOpen && (
        <Dialog onClose={close} title={title}>
          <Form isKept={false} onSubmit={submit}>
            <Stack gap="md">
              <Text size="sm">{question}</Text>
              {error === undefined ? null : <ProblemAlert error={error} />}
              <CodeField code={code} onChange={setCode} {...(environment && { environment })} />
              <Group justify="flex-end">
                <Button variant="default" onClick={close}>
                  {common.back}
                </Button>
                <Button type="submit" loading={isPending} {...(!isMain && { color: 'red' })}>
                  {confirm}
                </Button>
              </Group>
            </Stack>
          </Form>
        </Dialog>
      )}
    </>
  );
}

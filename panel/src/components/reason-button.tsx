import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import { common } from '#panel/texts/common.ts';
import { CodeField } from './code-field.tsx';
import { useCodeForm } from './code-form.ts';
import { Dialog } from './dialog.tsx';
import { Form } from './form.tsx';
import { useFormKey } from './form-key.ts';
import { ProblemAlert } from './query-state.tsx';

const LENGTH_MAX = 200;

/** A written reason, with the keys of the form. */
export interface ReasonInput {
  readonly reason: string;
  readonly code: string;
  /** The idempotency key of a body without its code: sent again, it has no second effect. */
  readonly keyOf: (values: unknown) => string;
}

/**
 * A button that opens a form with a reason, a code of the second factor and the fields of its
 * children. The form closes when `onSend` has succeeded, and shows its refusal otherwise.
 */
export function ReasonButton({
  label,
  title,
  hint,
  isSmall = false,
  isOptional = false,
  children,
  onSend,
}: {
  label: string;
  title: string;
  hint: string;
  isSmall?: boolean;
  /** Whether the reason may stay empty. */
  isOptional?: boolean;
  children?: ReactNode;
  onSend: (input: ReasonInput) => Promise<unknown>;
}) {
  const [isOpen, { open, close }] = useDisclosure();
  return (
    <>
      <Button variant="default" {...(isSmall && { size: 'xs' })} onClick={open}>
        {label}
      </Button>
      {isOpen && (
        <Dialog onClose={close} title={title}>
          <ReasonForm
            label={label}
            hint={hint}
            isOptional={isOptional}
            onSend={onSend}
            onDone={close}
          >
            {children}
          </ReasonForm>
        </Dialog>
      )}
    </>
  );
}

/** The form of a `ReasonButton`, for a dialog that opens in another way. */
export function ReasonForm({
  label,
  hint,
  isOptional = false,
  children,
  onSend,
  onDone,
}: {
  label: string;
  hint: string;
  isOptional?: boolean;
  children: ReactNode;
  onSend: (input: ReasonInput) => Promise<unknown>;
  onDone: () => void;
}) {
  const [reason, setReason] = useState('');
  const keys = useFormKey();
  const { code, setCode, error, isSending, submit } = useCodeForm({
    send: (sent) => onSend({ reason: reason.trim(), code: sent, keyOf: keys.keyOf }),
    onDone,
    onRefused: keys.failed,
  });
  return (
    <Form onSubmit={submit}>
      <Stack gap="md">
        <Text size="sm">{hint}</Text>
        {error === undefined ? null : <ProblemAlert error={error} />}
        {children}
        <Textarea
          label={isOptional ? common.reasonIfAny : common.reason}
          autosize
          minRows={2}
          maxLength={LENGTH_MAX}
          required={!isOptional}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <CodeField code={code} onChange={setCode} />
        <Group justify="flex-end">
          <Button type="submit" loading={isSending}>
            {label}
          </Button>
        </Group>
      </Stack>
    </Form>
  );
}

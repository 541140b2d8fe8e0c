import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { common } from '#panel/texts/common.ts';
import { CodeField } from './code-field.tsx';
import { useCodeForm } from './code-form.ts';
import { Dialog } from './dialog.tsx';
import { Form } from './form.tsx';
import { ProblemAlert } from './query-state.tsx';

/** A role with its name and what it may do. */
export interface RoleChoice<Role extends string> {
  readonly value: Role;
  readonly label: string;
  readonly hint: string;
}

/** A button that asks for another role of a person, with a code; its dialog shows a refusal. */
export function RoleButton<Role extends string>({
  name,
  role,
  choices,
  isPending,
  onChange,
}: {
  name: string;
  role: Role;
  choices: readonly RoleChoice<Role>[];
  isPending: boolean;
  onChange: (role: Role, code: string) => Promise<unknown>;
}) {
  const [isOpen, { open, close }] = useDisclosure();
  const [chosen, setChosen] = useState(role);
  const { code, setCode, error, clearError, submit } = useCodeForm({
    send: (sent) => onChange(chosen, sent),
    onDone: close,
  });
  const start = () => {
    setChosen(role);
    clearError();
    open();
  };
  return (
    <>
      <Button variant="default" size="xs" loading={isPending} onClick={start}>
        {common.changeRole}
      </Button>
      {isOpen && (
        <Dialog onClose={close} title={common.roleOf(name)}>
          <Form onSubmit={submit}>
            <Stack gap="md">
              {error === undefined ? null : <ProblemAlert error={error} />}
              <RoleSelect choices={choices} value={chosen} onChange={setChosen} />
              <CodeField code={code} onChange={setCode} environment="live" />
              <Group justify="flex-end">
                <Button variant="default" onClick={close}>
                  {common.back}
                </Button>
                <Button type="submit" loading={isPending}>
                  {common.save}
                </Button>
              </Group>
            </Stack>
          </Form>
        </Dialog>
      )}
    </>
  );
}

/** The choice of a role, with what the chosen one may do. */
export function RoleSelect<Role extends string>({
  choices,
  value,
  onChange,
}: {
  choices: readonly RoleChoice<Role>[];
  value: Role;
  onChange: (role: Role) => void;
}) {
  const find = (text: string) => choices.find((choice) => choice.value === text);
  return (
    <Stack gap={4}>
      <NativeSelect
        label={common.role}
        data={choices.map((choice) => ({ value: choice.value, label: choice.label }))}
        value={value}
        onChange={(event) => onChange(find(event.currentTarget.value)?.value ?? value)}
      />
      <Text size="sm" c="dimmed">
        {find(value)?.hint}
      </Text>
    </Stack>
  );
}

import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type FormEvent, useState } from 'react';
import { common } from '#panel/texts/common.ts';
import { CodeField } from './code-field.tsx';
import { Dialog } from './dialog.tsx';
import { Form } from './form.tsx';

/** A role with its name and what it may do. */
export interface RoleChoice<Role extends string> {
  readonly value: Role;
  readonly label: string;
  readonly hint: string;
}

/** A button that asks for another role of a person, with a code. */
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
  onChange: (role: Role, code: string) => void;
}) {
  const [isOpen, { open, close }] = useDisclosure();
  const [chosen, setChosen] = useState(role);
  const [code, setCode] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onChange(chosen, code);
    setCode('');
    close();
  };
  return (
    <>
      <Button variant="default" size="xs" loading={isPending} onClick={open}>
        {common.changeRole}
      </Button>
      {isOpen && (
        <Dialog onClose={close} title={common.roleOf(name)}>
          <Form onSubmit={submit}>
            <Stack gap="md">
              <RoleSelect choices={choices} value={chosen} onChange={setChosen} />
              <CodeField code={code} onChange={setCode} environment="live" />
              <Group justify="flex-end">
                <Button variant="default" onClick={close}>
                  {common.back}
                </Button>
                <Button type="submit">{common.save}</Button>
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

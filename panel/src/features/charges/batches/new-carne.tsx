import {
  Button,
  Group,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
  type TextInputProps,
} from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { useState } from 'react';
import { base64Of } from '#panel/components/base64.ts';
import { Dialog } from '#panel/components/dialog.tsx';
import { Form } from '#panel/components/form.tsx';
import { missingAmount } from '#panel/components/form-problem.ts';
import { TaxIdInput } from '#panel/components/masked-input.tsx';
import { MoneyInput } from '#panel/components/money-input.tsx';
import { IconPlus } from '#panel/icons.ts';
import { texts } from '#texts/charge-batches.ts';
import { useCheckFile } from './use-check-file.ts';

const EMPTY = {
  name: '',
  document: '',
  email: '',
  description: '',
  external_id: '',
  amount: 0,
  due_date: '',
  installments: '12',
  fine: '',
  interest: '',
};

type Values = typeof EMPTY;

/** The button and the form of a carnê: its instalments are checked like a file of one line. */
export function NewCarne() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" leftSection={<IconPlus size={16} />} onClick={() => setOpen(true)}>
        {texts.newCarne}
      </Button>
      {isOpen && <CarneForm onClose={() => setOpen(false)} />}
    </>
  );
}

function CarneForm({ onClose }: { onClose: () => void }) {
  const form = useForm({ initialValues: EMPTY, validate: { amount: missingAmount } });
  const check = useCheckFile();
  const submit = form.onSubmit(async (values) => {
    const name = texts.fileOfCarne(values.name, values.description.trim());
    check.send({ name, content: await base64Of(new Blob([fileOf(values)])) }, onClose);
  });
  return (
    <Dialog onClose={onClose} title={texts.newCarne}>
      <Form check={form.validate} onSubmit={submit}>
        <Stack gap="md">
          <Text c="dimmed">{texts.newCarneHint}</Text>
          <Payer form={form} />
          <Instalments form={form} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {texts.close}
            </Button>
            <Button type="submit" loading={check.isPending}>
              {texts.checkCarne}
            </Button>
          </Group>
        </Stack>
      </Form>
    </Dialog>
  );
}

type CarneForm = UseFormReturnType<Values>;

/** A field whose hint is below it. */
const hint: Pick<TextInputProps, 'inputWrapperOrder' | 'autoComplete'> = {
  inputWrapperOrder: ['label', 'input', 'description', 'error'],
  autoComplete: 'off',
};

function Payer({ form }: { form: CarneForm }) {
  const { columns } = texts;
  const field = (name: keyof Values, maxLength: number) => ({
    autoComplete: 'off',
    maxLength,
    ...form.getInputProps(name),
  });
  return (
    <>
      <TextInput
        label={texts.carneName}
        description={texts.carneNameHint}
        data-autofocus
        {...hint}
        {...field('description', 140)}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput label={columns.name} required {...field('name', 200)} />
        <TaxIdInput label={columns.document} required {...form.getInputProps('document')} />
        <TextInput
          label={columns.email}
          placeholder={texts.optional}
          type="email"
          {...field('email', 254)}
        />
        <TextInput
          label={columns.external_id}
          placeholder={texts.optional}
          {...field('external_id', 120)}
        />
      </SimpleGrid>
    </>
  );
}

function Instalments({ form }: { form: CarneForm }) {
  return (
    <>
      <MoneyInput label={texts.installmentAmount} required {...form.getInputProps('amount')} />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput
          label={texts.installments}
          description={texts.installmentsHint}
          required
          type="number"
          min={1}
          max={120}
          {...hint}
          {...form.getInputProps('installments')}
        />
        <TextInput
          label={texts.firstDueDate}
          type="date"
          required
          {...form.getInputProps('due_date')}
        />
        <TextInput
          label={texts.columns.fine}
          description={texts.fineHint}
          maxLength={20}
          {...hint}
          {...form.getInputProps('fine')}
        />
        <TextInput
          label={texts.columns.interest}
          description={texts.interestHint}
          maxLength={20}
          {...hint}
          {...form.getInputProps('interest')}
        />
      </SimpleGrid>
    </>
  );
}

/** The file of one line that the form stands for. */
function fileOf({ amount, installments, due_date: dueDate, ...texts }: Values): string {
  const cells = {
    ...texts,
    amount: `${Math.trunc(amount / 100)},${String(amount % 100).padStart(2, '0')}`,
    installments,
    due_date: dueDate,
  };
  const header = Object.keys(cells).map((name) => HEADERS[name as keyof typeof cells]);
  const quoted = Object.values(cells).map((cell) => `"${cell.replaceAll('"', '""')}"`);
  return `${header.join(';')}\n${quoted.join(';')}`;
}

const HEADERS: Readonly<Record<keyof Values, string>> = {
  name: 'pagador',
  document: 'documento',
  email: 'email',
  amount: 'valor',
  due_date: 'vencimento',
  installments: 'parcelas',
  fine: 'multa',
  interest: 'juros',
  description: 'descricao',
  external_id: 'referencia',
};

import {
  Button,
  NativeSelect,
  SegmentedControl,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { Form } from '#panel/components/form.tsx';
import { TaxIdInput } from '#panel/components/masked-input.tsx';
import { MoneyInput } from '#panel/components/money-input.tsx';
import { ProblemAlert } from '#panel/components/query-state.tsx';
import { useSession } from '#panel/session/session.ts';
import { texts as dueTexts } from '#texts/due.ts';
import { texts } from '#texts/transactions.ts';
import { AddressFields } from './address-fields.tsx';
import type { ChargeFormValues } from './charge-form-values.ts';
import { ChargePreview } from './charge-preview.tsx';
import { ChargeShares } from './charge-shares.tsx';
import { DueFields } from './due/due-fields.tsx';

/** The payer, the amount, the expiry or the due date, and the shares of a charge. */
export function ChargeForm({
  form,
  create,
  onSubmit,
}: {
  form: UseFormReturnType<ChargeFormValues>;
  create: { readonly error: unknown; readonly isPending: boolean };
  onSubmit: (values: ChargeFormValues) => void;
}) {
  const { merchant } = useSession();
  const hasDueDate = form.values.kind === 'due';
  return (
    <Form check={form.validate} onSubmit={form.onSubmit(onSubmit)}>
      <Stack gap="md">
        <Text c="dimmed">{texts.newChargeHint}</Text>
        <MoneyInput
          label={texts.amount}
          required
          data-autofocus
          {...form.getInputProps('amount')}
        />
        <TextInput
          label={texts.chargeDescription}
          description={texts.chargeDescriptionHint}
          autoComplete="off"
          maxLength={140}
          {...form.getInputProps('description')}
        />
        <Payer form={form} />
        {hasDueDate && <AddressFields form={form} />}
        <KindOfCharge form={form} />
        {hasDueDate && <DueFields form={form} />}
        <ReferenceAndExpiry form={form} hasExpiry={!hasDueDate} />
        {merchant?.is_sandbox ? null : <ChargeShares form={form} />}
        <ChargePreview values={form.values} />
        {create.error ? <ProblemAlert error={create.error} /> : null}
        <Button type="submit" loading={create.isPending}>
          {texts.create}
        </Button>
      </Stack>
    </Form>
  );
}

/** Whether the charge is paid now or has a due date. */
function KindOfCharge({ form }: { form: UseFormReturnType<ChargeFormValues> }) {
  return (
    <Stack gap={4}>
      <SegmentedControl
        aria-label={dueTexts.kind}
        data={dueTexts.kinds}
        {...form.getInputProps('kind')}
      />
      {form.values.kind === 'due' && (
        <Text size="xs" c="dimmed">
          {dueTexts.kindHint}
        </Text>
      )}
    </Stack>
  );
}

function ReferenceAndExpiry({
  form,
  hasExpiry,
}: {
  form: UseFormReturnType<ChargeFormValues>;
  hasExpiry: boolean;
}) {
  return (
    <SimpleGrid cols={{ base: 1, xs: hasExpiry ? 2 : 1 }}>
      <TextInput
        label={texts.externalId}
        description={texts.externalIdHint}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        autoComplete="off"
        maxLength={128}
        {...form.getInputProps('external_id')}
      />
      {hasExpiry && (
        <NativeSelect
          label={texts.expiresIn}
          description={texts.expiresInHint}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          data={texts.expiries}
          {...form.getInputProps('expires_in')}
        />
      )}
    </SimpleGrid>
  );
}

function Payer({ form }: { form: UseFormReturnType<ChargeFormValues> }) {
  return (
    <>
      <TextInput
        label={texts.payerName}
        required
        autoComplete="off"
        maxLength={200}
        {...form.getInputProps('payer.name')}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TaxIdInput
          label={texts.payerDocument}
          required
          {...form.getInputProps('payer.document')}
        />
        <TextInput
          label={texts.payerEmail}
          description={texts.payerEmailHint}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          type="email"
          autoComplete="off"
          maxLength={254}
          {...form.getInputProps('payer.email')}
        />
      </SimpleGrid>
    </>
  );
}

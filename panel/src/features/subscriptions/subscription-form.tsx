import {
  Button,
  NativeSelect,
  SegmentedControl,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { Form } from '#panel/components/form.tsx';
import { TaxIdInput } from '#panel/components/masked-input.tsx';
import { MoneyInput } from '#panel/components/money-input.tsx';
import { ProblemAlert } from '#panel/components/query-state.tsx';
import { ChargeShares } from '#panel/features/charges/charge-shares.tsx';
import { texts } from '#texts/subscription-form.ts';
import { DayFields } from './day-fields.tsx';
import { JourneyFields } from './journey-fields.tsx';
import { LABEL_FIRST } from './label-first.ts';
import type { SubscriptionFormState, SubscriptionFormValues } from './subscription-form-values.ts';

const NAME_MAX = 140;
const TEXT_MAX = 35;
const EMAIL_MAX = 254;
const RETRIES = ['three_in_seven_days', 'none'] as const;

/** The payer, the amount, the days, how the payer authorizes, and the shares. */
export function SubscriptionForm({
  form,
  create,
  onSubmit,
}: {
  form: SubscriptionFormState;
  create: { readonly error: unknown; readonly isPending: boolean };
  onSubmit: (values: SubscriptionFormValues) => void;
}) {
  return (
    <Form check={form.validate} onSubmit={form.onSubmit(onSubmit)}>
      <Stack gap="md">
        <Text c="dimmed">{texts.hint}</Text>
        <Payer form={form} />
        <Contract form={form} />
        <Price form={form} />
        <DayFields form={form} />
        <NativeSelect
          label={texts.retries}
          data={RETRIES.map((value) => ({ value, label: texts.retryPolicies[value] }))}
          {...form.getInputProps('retries')}
        />
        <JourneyFields form={form} />
        <ChargeShares form={form} />
        {create.error ? <ProblemAlert error={create.error} /> : null}
        <Button type="submit" loading={create.isPending}>
          {texts.create}
        </Button>
      </Stack>
    </Form>
  );
}

function Payer({ form }: { form: SubscriptionFormState }) {
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput
          label={texts.payerName}
          required
          data-autofocus
          autoComplete="off"
          maxLength={NAME_MAX}
          {...form.getInputProps('payer.name')}
        />
        <TaxIdInput
          label={texts.payerDocument}
          required
          {...form.getInputProps('payer.document')}
        />
      </SimpleGrid>
      <TextInput
        label={texts.payerEmail}
        description={texts.payerEmailHint}
        {...LABEL_FIRST}
        type="email"
        autoComplete="off"
        maxLength={EMAIL_MAX}
        {...form.getInputProps('payer.email')}
      />
    </>
  );
}

function Contract({ form }: { form: SubscriptionFormState }) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      <TextInput
        label={texts.plan}
        description={texts.planHint}
        {...LABEL_FIRST}
        required
        autoComplete="off"
        maxLength={TEXT_MAX}
        {...form.getInputProps('description')}
      />
      <TextInput
        label={texts.reference}
        description={texts.referenceHint}
        {...LABEL_FIRST}
        required
        autoComplete="off"
        maxLength={TEXT_MAX}
        {...form.getInputProps('reference')}
      />
    </SimpleGrid>
  );
}

/** A fixed amount, or the smallest one. */
function Price({ form }: { form: SubscriptionFormState }) {
  return (
    <>
      <SegmentedControl
        aria-label={texts.kind}
        data={texts.kinds}
        {...form.getInputProps('kind')}
      />
      {form.values.kind === 'fixed' ? (
        <MoneyInput label={texts.amount} required {...form.getInputProps('amount')} />
      ) : (
        <MoneyInput
          label={texts.minAmount}
          description={texts.minAmountHint}
          {...LABEL_FIRST}
          required
          {...form.getInputProps('min_amount')}
        />
      )}
    </>
  );
}

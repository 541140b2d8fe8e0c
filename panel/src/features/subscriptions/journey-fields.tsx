import { Radio, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { MoneyInput } from '#panel/components/money-input.tsx';
import { texts } from '#texts/subscription-form.ts';
import { LABEL_FIRST } from './label-first.ts';
import { beginsWithPayment, type SubscriptionFormState } from './subscription-form-values.ts';

const JOURNEYS = ['code', 'code_and_first_payment', 'offer', 'bank_push'] as const;
const ISPB_LENGTH = 8;
const ACCOUNT_MAX = 20;

/** How the payer authorizes, and what that needs. */
export function JourneyFields({ form }: { form: SubscriptionFormState }) {
  const { journey, kind } = form.values;
  return (
    <>
      <Radio.Group label={texts.journey} {...form.getInputProps('journey')}>
        <Stack gap="xs" mt={4}>
          {JOURNEYS.map((value) => (
            <Radio
              key={value}
              value={value}
              label={texts.journeys[value]}
              description={texts.journeyHints[value]}
            />
          ))}
        </Stack>
      </Radio.Group>
      {beginsWithPayment(form.values) && (
        <MoneyInput
          label={texts.firstAmount}
          {...(kind === 'fixed'
            ? { description: texts.firstAmountHint, ...LABEL_FIRST }
            : { required: true })}
          {...form.getInputProps('first_amount')}
        />
      )}
      {journey === 'bank_push' && <Account form={form} />}
    </>
  );
}

/** The account whose bank asks the payer. */
function Account({ form }: { form: SubscriptionFormState }) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 3 }}>
      <TextInput
        label={texts.ispb}
        description={texts.ispbHint}
        {...LABEL_FIRST}
        required
        autoComplete="off"
        maxLength={ISPB_LENGTH}
        {...form.getInputProps('payer.account.ispb')}
      />
      <TextInput
        label={texts.branch}
        autoComplete="off"
        maxLength={ACCOUNT_MAX}
        {...form.getInputProps('payer.account.branch')}
      />
      <TextInput
        label={texts.account}
        required
        autoComplete="off"
        maxLength={ACCOUNT_MAX}
        {...form.getInputProps('payer.account.number')}
      />
    </SimpleGrid>
  );
}

import { Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { api } from '#panel/api/client.ts';
import { Form } from '#panel/components/form.tsx';
import { Money } from '#panel/components/money.tsx';
import { MoneyInput } from '#panel/components/money-input.tsx';
import { ProblemAlert } from '#panel/components/query-state.tsx';
import type { Sending } from '#panel/components/review-form.tsx';
import { useEnvironment } from '#panel/session/environment.tsx';
import { useMayAct, useSession } from '#panel/session/session.ts';
import { texts as beneficiaryTexts } from '#texts/payout-beneficiaries.ts';
import { texts } from '#texts/payouts.ts';
import { amountFinding } from './amount-finding.ts';
import { ChooseBeneficiary } from './beneficiaries/choose-beneficiary.tsx';
import { type SavedBeneficiary, useSavedOfKey } from './beneficiaries/saved-beneficiaries.ts';
import { BeneficiaryFields } from './beneficiary-fields.tsx';
import type { PayoutFormValues } from './payout-form-values.ts';
import { PixKeyFields } from './pix-key-fields.tsx';
import { pixKeyTypes } from './pix-key-types.ts';

/** The amount and the beneficiary. */
export function PayoutForm({
  form,
  onReview,
  preview,
}: {
  form: UseFormReturnType<PayoutFormValues>;
  onReview: () => void;
  preview: Sending;
}) {
  const mayReview = useMayAct('previewPayout');
  return (
    <Form check={form.validate} onSubmit={form.onSubmit(onReview)}>
      <Stack gap="md">
        <Balance onUseAll={(amount) => form.setFieldValue('amount', amount)} />
        {preview.error ? <ProblemAlert error={preview.error} /> : null}
        <Amount form={form} />
        <Destination form={form} />
        <TextInput
          label={texts.externalId}
          description={texts.externalIdHint}
          autoComplete="off"
          maxLength={128}
          {...form.getInputProps('external_id')}
        />
        <Button type="submit" loading={preview.isPending} disabled={!mayReview}>
          {texts.review}
        </Button>
      </Stack>
    </Form>
  );
}

/** The amount, with what the limits say of it. */
function Amount({ form }: { form: UseFormReturnType<PayoutFormValues> }) {
  const environment = useEnvironment();
  const { data: limits } = api.useQuery('get', '/api/panel/{environment}/payout-limits', {
    params: { path: { environment } },
  });
  const props = form.getInputProps('amount');
  const { error, description } = amountFinding(form.values.amount, limits);
  return (
    <MoneyInput
      label={texts.amount}
      required
      data-autofocus
      {...props}
      description={description}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      error={props.error ?? error}
    />
  );
}

/** A saved beneficiary, or the fields of another key. */
function Destination({ form }: { form: UseFormReturnType<PayoutFormValues> }) {
  const { merchant } = useSession();
  const maySave = useMayAct('saveBeneficiary') && !merchant?.is_sandbox;
  const choose = (chosen: SavedBeneficiary | undefined) =>
    form.setValues({
      saved_id: chosen?.id,
      pix_key: chosen?.pix_key ?? '',
      pix_key_type: pixKeyTypes.find((type) => type === chosen?.pix_key_type) ?? 'cpf',
      beneficiary: { name: chosen?.name ?? '', document: chosen?.document ?? '' },
      save_beneficiary: false,
    });
  const isSaved = form.values.saved_id !== undefined;
  const offered = useSavedOfKey(form.values);
  return (
    <>
      <ChooseBeneficiary chosenId={form.values.saved_id} onChoose={choose} />
      {!isSaved && (
        <>
          <PixKeyFields form={form} />
          {offered && (
            <Button variant="default" onClick={() => choose(offered)}>
              {beneficiaryTexts.takeSaved(offered.name)}
            </Button>
          )}
          <BeneficiaryFields form={form} />
          {maySave && (
            <Checkbox
              label={beneficiaryTexts.saveToo}
              {...form.getInputProps('save_beneficiary', { type: 'checkbox' })}
            />
          )}
        </>
      )}
    </>
  );
}

/** The balance, and a button that takes all of it that a payout and its fee leave. */
function Balance({ onUseAll }: { onUseAll: (centavos: number) => void }) {
  const { merchant } = useSession();
  const environment = useEnvironment();
  const overview = api.useQuery('get', '/api/panel/{environment}/overview', {
    params: { path: { environment } },
  });
  if (!overview.data) return null;
  const { available } = overview.data.balance;
  const all = available - (merchant?.fees.payout ?? 0);
  return (
    <Group justify="space-between" gap="xs">
      <Text size="sm" c="dimmed">
        {texts.available}: <Money centavos={available} />
      </Text>
      {all > 0 && (
        <Button variant="default" size="xs" onClick={() => onUseAll(all)}>
          {texts.useAll}
        </Button>
      )}
    </Group>
  );
}

import { Button, Group, Stack, Switch, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '#panel/api/client.ts';
import { Form } from '#panel/components/form.tsx';
import { fieldErrors } from '#panel/components/form-problem.ts';
import { showDone } from '#panel/components/notices.ts';
import { ProblemAlert } from '#panel/components/query-state.tsx';
import { texts } from '#texts/payment-page.ts';
import { bodyOf, type LookValues } from './look-types.ts';

const LINE_LENGTH_MAX = 140;

/** The texts, the colour and the links of the page. */
export function LookForm({
  values,
  isEditable,
  onChange,
}: {
  values: LookValues;
  isEditable: boolean;
  onChange: (values: LookValues) => void;
}) {
  const client = useQueryClient();
  const save = api.useMutation('put', '/api/panel/payment-page', {
    onSuccess: () => {
      showDone(texts.saved);
      return client.invalidateQueries();
    },
  });
  const errors = fieldErrors(save.error);
  const line = (name: 'description' | 'return_url' | 'support_contact') => ({
    value: values[name],
    error: errors[name],
    readOnly: !isEditable,
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ ...values, [name]: event.currentTarget.value }),
  });
  return (
    <Form
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate({ body: bodyOf(values) });
      }}
    >
      <Stack gap="md">
        {save.error ? <ProblemAlert error={save.error} /> : null}
        <TextInput
          label={texts.description}
          description={texts.descriptionHint}
          maxLength={LINE_LENGTH_MAX}
          {...line('description')}
        />
        <ColorField values={values} isEditable={isEditable} onChange={onChange} />
        <TextInput
          type="url"
          label={texts.returnUrl}
          description={texts.returnUrlHint}
          placeholder="https://"
          {...line('return_url')}
        />
        <TextInput
          label={texts.supportContact}
          description={texts.supportContactHint}
          maxLength={LINE_LENGTH_MAX}
          {...line('support_contact')}
        />
        <Switch
          label={texts.mayRenew}
          description={texts.mayRenewHint}
          checked={values.may_renew}
          disabled={!isEditable}
          onChange={(event) => onChange({ ...values, may_renew: event.currentTarget.checked })}
        />
        {isEditable && (
          <Group justify="flex-end">
            <Button type="submit" loading={save.isPending}>
              {texts.save}
            </Button>
          </Group>
        )}
      </Stack>
    </Form>
  );
}

function ColorField({
  values,
  isEditable,
  onChange,
}: {
  values: LookValues;
  isEditable: boolean;
  onChange: (values: LookValues) => void;
}) {
  return (
    <Stack gap="xs">
      <Switch
        label={texts.usesColor}
        checked={values.usesColor}
        disabled={!isEditable}
        onChange={(event) => onChange({ ...values, usesColor: event.currentTarget.checked })}
      />
      {values.usesColor && (
        <TextInput
          type="color"
          label={texts.color}
          description={texts.colorHint}
          value={values.color}
          disabled={!isEditable}
          onChange={(event) => onChange({ ...values, color: event.currentTarget.value })}
        />
      )}
    </Stack>
  );
}

import { Button, Group, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '#panel/api/client.ts';
import { Dialog } from '#panel/components/dialog.tsx';
import { Form } from '#panel/components/form.tsx';
import { fieldErrors } from '#panel/components/form-problem.ts';
import { IfAllowed } from '#panel/components/if-allowed.tsx';
import { formatPostalCode } from '#panel/components/masks.ts';
import { showDone } from '#panel/components/notices.ts';
import { ProblemAlert, QueryState } from '#panel/components/query-state.tsx';
import { Section } from '#panel/components/section.tsx';
import { texts } from '#texts/kyc.ts';
import { useLookUp } from '../kyc/use-look-up.ts';
import { type AddressField, AddressFields } from './address-fields.tsx';
import { addressLine } from './address-line.ts';

const PATH = '/api/panel/address';
type Address = Readonly<Record<AddressField, string | null>>;

/** The address of an approved merchant, which charges with a due date show. */
export function OwnAddress() {
  const query = api.useQuery('get', PATH);
  const [isOpen, { open, close }] = useDisclosure();
  const action = (
    <IfAllowed operation="setMerchantAddress">
      <Button size="xs" variant="default" onClick={open} disabled={!query.data}>
        {texts.changeAddress}
      </Button>
    </IfAllowed>
  );
  return (
    <Section title={texts.addressOfShop} description={texts.addressHint} action={action}>
      <QueryState query={query} lines={1}>
        {({ address }) => <Text>{address ? addressLine(address) : texts.noAddress}</Text>}
      </QueryState>
      {isOpen && (
        <Dialog onClose={close} title={texts.changeAddress} size="lg">
          <AddressForm address={query.data?.address ?? null} onDone={close} />
        </Dialog>
      )}
    </Section>
  );
}

function AddressForm({ address, onDone }: { address: Address | null; onDone: () => void }) {
  const client = useQueryClient();
  const form = useForm({ initialValues: { address: valuesOf(address) } });
  const lookUp = useLookUp(form);
  const change = api.useMutation('put', PATH, {
    onSuccess: (saved) => {
      client.setQueryData(api.queryOptions('get', PATH).queryKey, saved);
      showDone(texts.addressChanged);
      onDone();
    },
    onError: (error) => form.setErrors(fieldErrors(error)),
  });
  return (
    <Form check={form.validate} onSubmit={form.onSubmit((body) => change.mutate({ body }))}>
      <Stack gap="md">
        {change.error ? <ProblemAlert error={change.error} /> : null}
        <AddressFields form={form} onPostalCode={lookUp.byPostalCode} />
        <Group justify="flex-end">
          <Button type="submit" loading={change.isPending}>
            {texts.saveAddress}
          </Button>
        </Group>
      </Stack>
    </Form>
  );
}

function valuesOf(address: Address | null): Record<AddressField, string> {
  return {
    postal_code: formatPostalCode(address?.postal_code ?? ''),
    street: address?.street ?? '',
    number: address?.number ?? '',
    complement: address?.complement ?? '',
    district: address?.district ?? '',
    city: address?.city ?? '',
    state: address?.state ?? '',
  };
}

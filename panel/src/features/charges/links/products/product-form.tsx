import { Button, FileInput, Group, Image, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '#panel/api/client.ts';
import { Dialog } from '#panel/components/dialog.tsx';
import { Form } from '#panel/components/form.tsx';
import { IMAGE_TYPES, sendImage } from '#panel/components/form-image.ts';
import { useFormKey } from '#panel/components/form-key.ts';
import { fieldErrors } from '#panel/components/form-problem.ts';
import { MoneyInput } from '#panel/components/money-input.tsx';
import { showDone, showProblem } from '#panel/components/notices.ts';
import { ProblemAlert } from '#panel/components/query-state.tsx';
import { type Environment, useEnvironment } from '#panel/session/environment.tsx';
import { useSession } from '#panel/session/session.ts';
import { texts } from '#texts/payment-links.ts';
import type { Product } from './product-types.ts';

const IMAGE_HEIGHT = 120;
/** The most bytes of an image, as in the gateway. */
const IMAGE_BYTES_MAX = 512 * 1_024;

/** The form of a new product, or of a change of an existing one, with its image. */
export function ProductForm({ product, onClose }: { product?: Product; onClose: () => void }) {
  const environment = useEnvironment();
  const isApproved = useSession().merchant?.status === 'active';
  const client = useQueryClient();
  const [image, setImage] = useState<File | null>(null);
  const keys = useFormKey();
  const form = useForm<ProductValues>({
    initialValues: {
      name: product?.name ?? '',
      description: product?.description ?? '',
      amount: product?.amount ?? 0,
    },
  });
  const onError = (error: unknown) => {
    keys.failed(error);
    form.setErrors(fieldErrors(error));
  };
  const onSuccess = async ({ id }: { id: string }) => {
    if (image) await sendImage(imageAddress(environment, id), image).catch(showProblem);
    await client.invalidateQueries();
    showDone(texts.productSaved);
    onClose();
  };
  const create = api.useMutation('post', '/api/panel/{environment}/products', {
    onSuccess,
    onError,
  });
  const change = api.useMutation('patch', '/api/panel/{environment}/products/{id}', {
    onSuccess,
    onError,
  });
  const submit = form.onSubmit(({ description, ...values }) => {
    const body = { ...values, description: description.trim() || null };
    const header = { 'idempotency-key': keys.keyOf(body) };
    if (product) change.mutate({ params: { path: { environment, id: product.id } }, body });
    else create.mutate({ params: { path: { environment }, header }, body });
  });
  const error = create.error ?? change.error;
  return (
    <Dialog onClose={onClose} title={product ? texts.editProduct : texts.newProduct}>
      <Form onSubmit={(event) => (isTooLarge(image) ? event.preventDefault() : submit(event))}>
        <Stack gap="md">
          {error ? <ProblemAlert error={error} /> : null}
          <Fields form={form} />
          {product?.image_url && <CurrentImage product={product} onRemoved={onClose} />}
          {isApproved ? (
            <ImageField image={image} onChange={setImage} />
          ) : (
            <Text size="sm" c="dimmed">
              {texts.imageAfterApproval}
            </Text>
          )}
          <Button type="submit" loading={create.isPending || change.isPending}>
            {product ? texts.save : texts.createProduct}
          </Button>
        </Stack>
      </Form>
    </Dialog>
  );
}

interface ProductValues {
  name: string;
  description: string;
  amount: number;
}

function Fields({ form }: { form: UseFormReturnType<ProductValues> }) {
  return (
    <>
      <TextInput
        label={texts.productName}
        required
        data-autofocus
        autoComplete="off"
        maxLength={200}
        {...form.getInputProps('name')}
      />
      <MoneyInput label={texts.productAmount} required {...form.getInputProps('amount')} />
      <Textarea
        label={texts.linkDescription}
        placeholder={texts.optional}
        autosize
        minRows={2}
        maxLength={1_000}
        {...form.getInputProps('description')}
      />
    </>
  );
}

function ImageField({
  image,
  onChange,
}: {
  image: File | null;
  onChange: (image: File | null) => void;
}) {
  return (
    <FileInput
      label={texts.image}
      description={texts.imageHint}
      accept={IMAGE_TYPES}
      clearable
      clearButtonProps={{ 'aria-label': texts.removeImage }}
      placeholder={texts.chooseImage}
      value={image}
      onChange={onChange}
      error={isTooLarge(image) ? texts.imageTooLarge : undefined}
    />
  );
}

function imageAddress(environment: Environment, id: string): string {
  return `/api/panel/${environment}/products/${id}/image`;
}

function isTooLarge(image: File | null): boolean {
  return image !== null && image.size > IMAGE_BYTES_MAX;
}

function CurrentImage({ product, onRemoved }: { product: Product; onRemoved: () => void }) {
  const environment = useEnvironment();
  const client = useQueryClient();
  const remove = async () => {
    try {
      await sendImage(imageAddress(environment, product.id), null);
      onRemoved();
    } catch (error) {
      showProblem(error);
    }
    await client.invalidateQueries();
  };
  return (
    <Group align="end">
      <Image src={product.image_url} alt={product.name} h={IMAGE_HEIGHT} w="auto" radius="sm" />
      <Button variant="default" onClick={() => void remove()}>
        {texts.removeImage}
      </Button>
    </Group>
  );
}

import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { MaskedInput } from '#panel/components/masked-input.tsx';
import { pixKeyMask } from '#panel/components/masks.ts';
import { texts } from '#texts/payouts.ts';
import { likelyKeyTypes, type PixKeyType, pixKeyTypes } from './pix-key-types.ts';

const KEY_TYPES = Object.entries(texts.keyTypes).map(([value, label]) => ({ value, label }));

/** The keyboard that a phone opens for a key; a CNPJ may have letters since July 2026. */
const KEYBOARDS = {
  cpf: 'numeric',
  cnpj: 'text',
  email: 'email',
  phone: 'tel',
  random: 'text',
} as const satisfies Readonly<Record<PixKeyType, string>>;

/** The form in which the key and its type are fields. */
interface PixKeyForm {
  readonly values: { readonly pix_key: string; readonly pix_key_type: PixKeyType };
  // biome-ignore lint/suspicious/noExplicitAny: as Mantine types them.
  getInputProps(path: 'pix_key' | 'pix_key_type'): any;
  setFieldValue(path: 'pix_key' | 'pix_key_type', value: string): void;
  clearFieldError(path: 'pix_key'): void;
}

/** The type and the key; a pasted key selects its type if its form is unambiguous. */
export function PixKeyFields({ form }: { form: PixKeyForm }) {
  const [hint, setHint] = useState<string>();
  const choose = (type: PixKeyType, text: string) => {
    form.setFieldValue('pix_key_type', type);
    form.setFieldValue('pix_key', pixKeyMask(type)(text));
  };
  const readPasted = (text: string) => {
    const [type, other] = likelyKeyTypes(text);
    if (type === undefined) return;
    if (other === undefined) choose(type, text);
    setHint(other ? texts.pixKeyOfTwoTypes : texts.pixKeyRecognised(texts.keyTypes[type]));
  };
  const { pix_key_type: type, pix_key: key } = form.values;
  const keyProps = form.getInputProps('pix_key');
  return (
    <>
      <NativeSelect
        label={texts.pixKeyType}
        data={KEY_TYPES}
        {...form.getInputProps('pix_key_type')}
        onChange={({ currentTarget: { value } }) => {
          setHint(undefined);
          form.clearFieldError('pix_key');
          choose(pixKeyTypes.find((one) => one === value) ?? type, key);
        }}
      />
      <MaskedInput
        mask={pixKeyMask(type)}
        inputMode={KEYBOARDS[type]}
        label={texts.pixKey}
        description={hint}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        required
        {...keyProps}
        onChange={(text, pasted) => {
          setHint(undefined);
          keyProps.onChange(text);
          if (pasted !== undefined) readPasted(pasted);
        }}
      />
    </>
  );
}

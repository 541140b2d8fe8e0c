import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { MaskedInput } from '#panel/components/masked-input.tsx';
import { pixKeyMask } from '#panel/components/masks.ts';
import { texts } from '#texts/payouts.ts';
import { likelyKeyTypes, type PixKeyType, pixKeyTypes } from './pix-key-types.ts';

const KEY_TYPES = Object.entries(texts.keyTypes).map(([value, label]) => ({ value, label }));

/** The form in which the key and its type are fields. */
interface PixKeyForm {
  readonly values: { readonly pix_key: string; readonly pix_key_type: PixKeyType };
  // biome-ignore lint/suspicious/noExplicitAny: as Mantine types them.
  getInputProps(path: 'pix_key' | 'pix_key_type'): any;
  setFieldValue(path: 'pix_key' | 'pix_key_type', value: string): void;
  clearFieldError(path: 'pix_key'): void;
}

/**
 * The key and its type, which is found while the key is typed or pasted, if its form is unambiguous.
 * A type that a person chose stays until the key is emptied, or another one is pasted.
 */
export function PixKeyFields({ form }: { form: PixKeyForm }) {
  const [hint, setHint] = useState<string>();
  const [isChosen, setChosen] = useState(false);
  const choose = (type: PixKeyType, text: string) => {
    form.setFieldValue('pix_key_type', type);
    form.setFieldValue('pix_key', pixKeyMask(type)(text));
  };
  const find = (text: string) => {
    const [found, other] = likelyKeyTypes(text);
    if (found === undefined) return;
    if (other === undefined) choose(found, text);
    setHint(other ? texts.pixKeyOfTwoTypes : texts.pixKeyRecognised(texts.keyTypes[found]));
  };
  const { pix_key_type: type, pix_key: key } = form.values;
  const keyProps = form.getInputProps('pix_key');
  return (
    <>
      <MaskedInput
        mask={pixKeyMask(type)}
        label={texts.pixKey}
        description={hint}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        required
        {...keyProps}
        onChange={(text, pasted) => {
          setHint(undefined);
          keyProps.onChange(text);
          if (text === '') setChosen(false);
          if (pasted !== undefined || !isChosen) find(pasted ?? text);
        }}
      />
      <NativeSelect
        label={texts.pixKeyType}
        data={KEY_TYPES}
        {...form.getInputProps('pix_key_type')}
        onChange={({ currentTarget: { value } }) => {
          setHint(undefined);
          setChosen(true);
          form.clearFieldError('pix_key');
          choose(pixKeyTypes.find((one) => one === value) ?? type, key);
        }}
      />
    </>
  );
}

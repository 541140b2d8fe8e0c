import { NativeSelect, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { type ChangeEvent, useState } from 'react';
import type { PayoutOrder } from './payout-order.ts';
import { likelyKeyTypes } from './pix-key-types.ts';
import { texts } from './texts.ts';

const KEY_TYPES = Object.entries(texts.keyTypes).map(([value, label]) => ({ value, label }));
const KEY_LENGTH_MAX = 77;

/** The type and the key; a pasted key selects its type if its form is unambiguous. */
export function PixKeyFields({ form }: { form: UseFormReturnType<PayoutOrder> }) {
  const [hint, setHint] = useState<string>();
  const readPasted = (text: string) => {
    const [type, other] = likelyKeyTypes(text);
    if (type === undefined) return;
    if (other === undefined) form.setFieldValue('pix_key_type', type);
    setHint(other ? texts.pixKeyOfTwoTypes : texts.pixKeyRecognised(texts.keyTypes[type]));
  };
  const type = form.getInputProps('pix_key_type');
  const key = form.getInputProps('pix_key');
  return (
    <>
      <NativeSelect
        label={texts.pixKeyType}
        data={KEY_TYPES}
        {...type}
        onChange={(event) => {
          setHint(undefined);
          form.clearFieldError('pix_key');
          type.onChange(event);
        }}
      />
      <TextInput
        label={texts.pixKey}
        description={hint}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        required
        autoComplete="off"
        maxLength={KEY_LENGTH_MAX}
        {...key}
        onChange={(event) => {
          setHint(undefined);
          key.onChange(event);
          if (isPasted(event)) readPasted(event.currentTarget.value);
        }}
      />
    </>
  );
}

function isPasted({ nativeEvent }: ChangeEvent<HTMLInputElement>): boolean {
  const kind = nativeEvent instanceof InputEvent ? nativeEvent.inputType : '';
  return kind === 'insertFromPaste' || kind === 'insertFromDrop';
}

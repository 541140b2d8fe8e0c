import { TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { FormValues } from './form-values.ts';
import { formatTaxId } from './number-formats.ts';

/** A CPF or CNPJ; punctuation is added when the field loses the focus, not while typing. */
export function TaxIdInput({
  label,
  form,
  path,
  isNumeric = false,
}: {
  label: string;
  form: UseFormReturnType<FormValues>;
  path: 'tax_id' | 'responsible.tax_id';
  isNumeric?: boolean;
}) {
  const props = form.getInputProps(path);
  return (
    <TextInput
      label={label}
      inputMode={isNumeric ? 'numeric' : 'text'}
      autoComplete="off"
      className="tabular"
      maxLength={20}
      {...props}
      onBlur={() => form.setFieldValue(path, formatTaxId(String(props.value)))}
    />
  );
}

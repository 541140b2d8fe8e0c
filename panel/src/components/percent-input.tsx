import { NumberInput, type NumberInputProps } from '@mantine/core';
import { useState } from 'react';
import { common } from '#panel/texts/common.ts';
import { language } from '#panel/texts/language.ts';

const PERCENTAGE = /^\s*(\d{1,3}(?:[.,]\d{1,2})?)\s*%?\s*$/;
const SHOWN_MAX = 30;

/** A percentage with up to two decimals; accepts point and comma, typed or pasted. */
export function PercentInput({ onChange, error, ...props }: NumberInputProps) {
  const [refused, setRefused] = useState<string>();
  return (
    <NumberInput
      suffix=" %"
      decimalScale={2}
      decimalSeparator={language === 'en' ? '.' : ','}
      allowedDecimalSeparators={[',', '.']}
      hideControls
      {...props}
      error={refused === undefined ? error : common.percentageNotRead(refused)}
      onChange={(value) => {
        setRefused(undefined);
        onChange?.(value);
      }}
      onPaste={(event) => {
        event.preventDefault();
        const text = event.clipboardData.getData('text');
        const [, number] = PERCENTAGE.exec(text) ?? [];
        if (number === undefined) setRefused(text.trim().slice(0, SHOWN_MAX));
        else {
          setRefused(undefined);
          onChange?.(Number(number.replace(',', '.')));
        }
      }}
    />
  );
}

import { Anchor, TextInput, type TextInputProps } from '@mantine/core';
import { type ChangeEvent, type ClipboardEvent, type DragEvent, useState } from 'react';
import { common } from '#panel/texts/common.ts';
import { formatMoney } from './format.ts';
import { parseAmount } from './parse-amount.ts';

const DIGITS_MAX = 12;
const SHOWN_MAX = 30;
/** A mark before three digits: of thousands, or of decimals. */
const GROUPED = /^(?:R\$ ?)?[1-9]\d{0,2}[.,]\d{3}$/i;

/**
 * An input for an amount, as in Brazilian banking apps: typed digits move in from the right. A
 * pasted text replaces the amount, and is refused if it is ambiguous. The value is an integer in
 * centavos, 0 if empty; no decimal number is parsed.
 */
export function MoneyInput({
  value = 0,
  onChange,
  error,
  ...props
}: Omit<TextInputProps, 'value' | 'onChange'> & {
  value?: number;
  onChange?: (centavos: number) => void;
}) {
  const [refused, setRefused] = useState<string>();
  const change = (centavos: number) => {
    setRefused(undefined);
    onChange?.(centavos);
  };
  const take = (text: string) => {
    const centavos = parseAmount(text);
    if (centavos === undefined) setRefused(text.trim().slice(0, SHOWN_MAX));
    else change(centavos);
  };
  const takeWhole = (event: ClipboardEvent | DragEvent, data: DataTransfer) => {
    event.preventDefault();
    take(data.getData('text'));
  };
  return (
    <TextInput
      inputMode="numeric"
      autoComplete="off"
      className="tabular"
      placeholder={formatMoney(0)}
      {...props}
      error={refused === undefined ? error : <NotRead text={refused} onAnswer={change} />}
      value={value === 0 ? '' : formatMoney(value)}
      onPaste={(event) => takeWhole(event, event.clipboardData)}
      onDrop={(event) => takeWhole(event, event.dataTransfer)}
      onChange={(event) => {
        const inserted = insertedAtOnce(event);
        if (inserted !== undefined) take(inserted);
        else change(digitsOf(event.currentTarget.value));
      }}
    />
  );
}

/** Says that a text is no amount; asks back when its only mark can be one of thousands. */
function NotRead({ text, onAnswer }: { text: string; onAnswer: (centavos: number) => void }) {
  const whole = GROUPED.test(text) ? parseAmount(text.replace(/[.,]/, '')) : undefined;
  if (whole === undefined) return common.amountNotRead(text);
  return (
    <>
      {common.amountOfTwo(text)}{' '}
      <Anchor component="button" type="button" inherit onClick={() => onAnswer(whole)}>
        {`${formatMoney(whole)}?`}
      </Anchor>
    </>
  );
}

function digitsOf(text: string): number {
  return Number(text.replaceAll(/\D/g, '').slice(-DIGITS_MAX));
}

/** A whole amount that came in one input event, as phones send a paste. */
function insertedAtOnce({ nativeEvent }: ChangeEvent<HTMLInputElement>): string | undefined {
  const text = nativeEvent instanceof InputEvent ? nativeEvent.data : null;
  return text !== null && /\d[.,]\d/.test(text) ? text : undefined;
}

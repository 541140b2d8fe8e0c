import { TextInput, type TextInputProps, UnstyledButton } from '@mantine/core';
import { type ChangeEvent, type Ref, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { common } from '#panel/texts/common.ts';
import { type Mask, maskCnpj, maskCpf, maskPostalCode, maskTaxId } from './masks.ts';

const CHARACTER = /[0-9a-z+]/i;
const LETTER = /[a-z]/i;

type MaskedProps = Omit<TextInputProps, 'onChange' | 'value'> & {
  value?: string;
  /**
   * Gets the text with its punctuation, which the gateway accepts with and without; after a paste
   * also the text before the mask.
   */
  onChange?: (text: string, pasted?: string) => void;
  ref?: Ref<HTMLInputElement>;
};

/**
 * An input that adds punctuation while a person types. It never removes or refuses a character, so
 * that every pasted text stays whole; what doesn't fit the mask stays as it is, for the form's
 * check.
 */
export function MaskedInput({
  mask,
  onChange,
  value = '',
  ...props
}: MaskedProps & { mask: Mask }) {
  return (
    <TextInput
      autoComplete="off"
      className="tabular"
      {...props}
      value={value}
      onChange={(event) => {
        const typed = event.currentTarget.value;
        const shown = isComposing(event) ? typed : fit(event, mask);
        onChange?.(shown, isPasted(event) ? typed : undefined);
      }}
      onCompositionEnd={(event) => onChange?.(mask(event.currentTarget.value))}
      onBlur={(event) => {
        const shown = mask(value.trim());
        if (shown !== value) onChange?.(shown);
        props.onBlur?.(event);
      }}
    />
  );
}

/** A CPF, a CNPJ, or either of them, which is the default. */
export function TaxIdInput({
  kind,
  ...props
}: MaskedProps & { kind?: 'cpf' | 'cnpj' | undefined }) {
  const mask = kind === undefined ? maskTaxId : { cpf: maskCpf, cnpj: maskCnpj }[kind];
  const [wantsLetters, setWantsLetters] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  // A CNPJ may have letters since July 2026; most people type a CPF.
  const isText = kind === 'cnpj' || wantsLetters || LETTER.test(props.value ?? '');
  const openLetters = () => {
    flushSync(() => setWantsLetters(true));
    // The keyboard of a phone changes when the field gets the focus again.
    input.current?.blur();
    input.current?.focus();
  };
  const letters =
    kind === undefined && !isText ? (
      <UnstyledButton className="letters-key" aria-label={common.typeLetters} onClick={openLetters}>
        ABC
      </UnstyledButton>
    ) : null;
  return (
    <MaskedInput
      ref={input}
      inputMode={isText ? 'text' : 'numeric'}
      autoCapitalize="characters"
      rightSection={letters}
      rightSectionWidth={48}
      {...props}
      mask={mask}
    />
  );
}

/** A CEP. */
export function PostalCodeInput(props: MaskedProps) {
  return (
    <MaskedInput inputMode="numeric" autoComplete="postal-code" {...props} mask={maskPostalCode} />
  );
}

/** Writes the masked text at once, so that the cursor stays behind the same character. */
function fit({ currentTarget: input, nativeEvent }: ChangeEvent<HTMLInputElement>, mask: Mask) {
  const { value, selectionStart } = input;
  const shown = mask(value);
  if (shown === value) return value;
  const before = countCharacters(value.slice(0, selectionStart ?? value.length));
  const total = countCharacters(value);
  input.value = shown;
  const isForward = inputTypeOf(nativeEvent) === 'deleteContentForward';
  const at = before === total ? shown.length : positionAfter(shown, before, isForward);
  input.setSelectionRange(at, at);
  return shown;
}

/** The position behind a number of characters that aren't punctuation. */
function positionAfter(shown: string, count: number, skipsPunctuation: boolean): number {
  let at = 0;
  for (let left = count; left > 0 && at < shown.length; at += 1) {
    if (CHARACTER.test(shown.charAt(at))) left -= 1;
  }
  while (skipsPunctuation && at < shown.length && !CHARACTER.test(shown.charAt(at))) at += 1;
  return at;
}

function countCharacters(text: string): number {
  return [...text].filter((one) => CHARACTER.test(one)).length;
}

function isPasted({ nativeEvent }: ChangeEvent<HTMLInputElement>): boolean {
  return ['insertFromPaste', 'insertFromDrop'].includes(inputTypeOf(nativeEvent));
}

function inputTypeOf(event: Event): string {
  return event instanceof InputEvent ? event.inputType : '';
}

/** Phone keyboards compose letters; changing the text meanwhile would duplicate them. */
function isComposing({ nativeEvent }: ChangeEvent<HTMLInputElement>): boolean {
  return nativeEvent instanceof InputEvent && nativeEvent.isComposing;
}

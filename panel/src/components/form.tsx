import { Input } from '@mantine/core';
import {
  type ComponentProps,
  type FormEvent,
  type SubmitEvent,
  useEffect,
  useRef,
  useState,
} from 'react';
import { createPortal, flushSync } from 'react-dom';
import { common } from '#panel/texts/common.ts';
import { type Field, useTypedValues } from './typed-values.ts';

const FIELDS = ['input', 'textarea', 'select'];
const REFUSED = FIELDS.map((name) => `${name}:invalid`).join(', ');
const FAULTY = FIELDS.map((name) => `${name}[aria-invalid=true]`).join(', ');
const MARKED = `${REFUSED}, ${FAULTY}`;
const BOX = '.mantine-InputWrapper-root, .mantine-Checkbox-root, .mantine-Radio-root';

/**
 * A form that shows all its faults at once, in our words and at their fields, with the focus on the
 * first, and sends nothing then. A refusal of the server that marks fields moves the focus too.
 * Values that were typed are not lost without a question.
 * @param check the `validate` of Mantine's `useForm`: its faults are shown together with those of
 * the fields' own rules (`required`, `type`, `pattern`).
 * @param isKept false where nothing is worth a question (a log-in, a filter) or a draft is kept.
 * @param isFilled true where the values were typed in an earlier step.
 */
export function Form({
  check,
  isKept = true,
  isFilled = false,
  onSubmit,
  children,
  ...rest
}: ComponentProps<'form'> & {
  check?: () => { readonly hasErrors: boolean };
  isKept?: boolean;
  isFilled?: boolean;
}) {
  const [faults, setFaults] = useState<ReadonlyMap<Field, string>>(new Map());
  const { onFocus, onInput, markSent } = useTypedValues({ isKept, isFilled });
  const sent = useRef<HTMLFormElement>(null);
  // The fields are marked in a later render, which says nothing else of it.
  useEffect(() => {
    const refused = sent.current?.querySelector<Field>(FAULTY);
    if (!refused) return;
    sent.current = null;
    refused.focus();
  });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    const form = event.currentTarget;
    const isRefused = flushSync(() => check?.().hasErrors ?? false);
    const found = faultsOf(form, faults);
    flushSync(() => setFaults(found));
    if (!isRefused && found.size === 0) {
      markSent();
      sent.current = form;
      onSubmit?.(event);
      return;
    }
    event.preventDefault();
    form.querySelector<Field>(MARKED)?.focus();
  };
  const input = ({ target }: FormEvent<HTMLFormElement>) => {
    onInput();
    sent.current = null;
    const field = target as unknown as Field;
    if (!faults.has(field) || !field.validity.valid) return;
    setFaults(new Map([...faults].filter(([other]) => other !== field)));
  };
  return (
    <form noValidate {...rest} onSubmit={submit} onFocus={onFocus} onInput={input}>
      {children}
      {[...faults].map(([field, text]) => (
        <Fault key={field.id} field={field} text={text} />
      ))}
    </form>
  );
}

/** The fields that their own rules refuse and that no fault but an `earlier` one here marks. */
function faultsOf(
  form: HTMLFormElement,
  earlier: ReadonlyMap<Field, string>,
): ReadonlyMap<Field, string> {
  const refused = [...form.querySelectorAll<Field>(REFUSED)];
  const unmarked = refused.filter(
    (field) => earlier.has(field) || field.getAttribute('aria-invalid') !== 'true',
  );
  return new Map(unmarked.map((field) => [field, faultOf(field)]));
}

function faultOf(field: Field): string {
  const { validity, type } = field;
  if (validity.valueMissing) {
    if (type === 'checkbox') return common.boxMissing;
    return type.startsWith('select') ? common.choiceMissing : common.fieldMissing;
  }
  if (type === 'email') return common.emailNotRead;
  if (type === 'url') return common.addressNotRead;
  if (validity.tooShort) return common.tooShort((field as HTMLInputElement).minLength);
  return field.title || common.fieldNotRead;
}

/** The fault at its field, which has no place of its own for it: the rules are the browser's. */
function Fault({ field, text }: { field: Field; text: string }) {
  const id = `${field.id}-fault`;
  useEffect(() => {
    const before = field.getAttribute('aria-describedby');
    field.setAttribute('aria-invalid', 'true');
    field.setAttribute('aria-describedby', before ? `${before} ${id}` : id);
    // Mantine draws the border of the element around a text in red, and that of a checkbox itself.
    const bordered = field.closest<HTMLElement>('.mantine-Input-wrapper') ?? field;
    bordered.dataset.error = 'true';
    return () => {
      delete bordered.dataset.error;
      field.removeAttribute('aria-invalid');
      if (before) field.setAttribute('aria-describedby', before);
      else field.removeAttribute('aria-describedby');
    };
  }, [field, id]);
  const box = field.closest(BOX) ?? field.parentElement;
  return (
    box &&
    createPortal(
      <Input.Error id={id} mt={5}>
        {text}
      </Input.Error>,
      box,
    )
  );
}

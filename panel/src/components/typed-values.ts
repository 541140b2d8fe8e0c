import { createContext, type FocusEvent, use, useEffect, useRef } from 'react';

/** The forms of a dialog: each says whether something is typed in it that is not sent. */
export type TypedForms = Set<() => boolean>;
/** The forms of the dialog around; null on a page. */
export const TypedFormsContext = createContext<TypedForms | null>(null);

export type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Secrets and codes are typed anew. */
const NOT_KEPT = '[type=password], [autocomplete=one-time-code]';

/**
 * Remembers the values of a form's fields, so that nothing typed is lost: its dialog asks before it
 * closes, and the browser before it leaves the page. `isFilled`: the form shows values that were
 * typed in an earlier step.
 */
export function useTypedValues({ isKept, isFilled }: { isKept: boolean; isFilled: boolean }) {
  const dialog = use(TypedFormsContext);
  const values = useRef(new Map<Field, string>());
  const isSent = useRef(false);
  useEffect(() => {
    if (!isKept) return undefined;
    const isTyped = () => isFilled || [...values.current].some(isChanged);
    const ask = (event: BeforeUnloadEvent) => {
      if (isTyped() && !isSent.current) event.preventDefault();
    };
    dialog?.add(isTyped);
    window.addEventListener('beforeunload', ask);
    return () => {
      dialog?.delete(isTyped);
      window.removeEventListener('beforeunload', ask);
    };
  }, [dialog, isKept, isFilled]);
  return {
    onFocus: ({ target }: FocusEvent<HTMLFormElement>) => {
      const field: Element = target;
      if (!isField(field) || field.matches(NOT_KEPT) || values.current.has(field)) return;
      values.current.set(field, field.value);
    },
    onInput: () => {
      isSent.current = false;
    },
    /** Called when the form is sent: to leave the page loses nothing now. */
    markSent: () => {
      isSent.current = true;
    },
  };
}

function isField(element: Element): element is Field {
  return element.matches('input, textarea, select');
}

function isChanged([field, before]: [Field, string]): boolean {
  return field.isConnected && field.value !== before;
}

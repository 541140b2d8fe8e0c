import { type FormEvent, useState } from 'react';

/**
 * The state of a form in a dialog that asks for a code: `onDone` closes the dialog when what was sent
 * is accepted. After a refusal the dialog stays, shows `error` and asks for another code.
 */
export function useCodeForm({
  send,
  onDone,
  onRefused,
}: {
  send: (code: string) => unknown;
  onDone: () => void;
  onRefused?: (error: unknown) => void;
}) {
  const [code, setCode] = useState('');
  const [error, setError] = useState<unknown>();
  const [isSending, setSending] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setSending(true);
    try {
      await send(code);
      onDone();
    } catch (refusal) {
      onRefused?.(refusal);
      setError(refusal);
    } finally {
      setSending(false);
      setCode('');
    }
  };
  return { code, setCode, error, clearError: () => setError(undefined), isSending, submit };
}

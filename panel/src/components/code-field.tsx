import { useSession } from '#panel/session/session.ts';
import { common } from '#panel/texts/common.ts';
import { CodeInput } from './code-input.tsx';

/** Asks for a code of the authenticator; empty for a user without a second factor. */
export function CodeField({ code, onChange }: { code: string; onChange: (code: string) => void }) {
  const { user } = useSession();
  if (!user.has_second_factor) return null;
  return <CodeInput label={common.code} value={code} onChange={onChange} />;
}

/** The code as a field of a request. */
export function codeOf(code: string): { code?: string } {
  return code === '' ? {} : { code };
}

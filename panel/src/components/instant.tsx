import { common } from '#panel/texts/common.ts';
import { formatInstant } from './format.ts';

/** An instant in Brasília's time; the exact one on hover. */
export function Instant({ at }: { at: string | null | undefined }) {
  if (!at) return <span>{common.notThere}</span>;
  return (
    <time dateTime={at} title={at} className="tabular one-line">
      {formatInstant(at)}
    </time>
  );
}

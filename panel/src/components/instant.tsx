import { common } from '#panel/texts/common.ts';
import { formatDay, formatInstant } from './format.ts';

/** An instant in Brasília's time; the exact one on hover. Rows below the name of a day hide the day. */
export function Instant({ at }: { at: string | null | undefined }) {
  if (!at) return <span>{common.notThere}</span>;
  const text = formatInstant(at);
  const time = text.replace(`${formatDay(at)}, `, '');
  return (
    <time dateTime={at} title={at} className="tabular one-line">
      <span className="instant-day">{text.slice(0, text.length - time.length)}</span>
      {time}
    </time>
  );
}

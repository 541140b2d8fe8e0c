import { useMemo } from 'react';
import { encode } from 'uqr';

const QUIET_MODULES = 4;

/** A QR code, always dark on white, because cameras can't read it inverted. */
export function QrCode({ text, label, size }: { text: string; label: string; size: number }) {
  const { path, modules } = useMemo(() => pathOf(text), [text]);
  return (
    <svg
      role="img"
      aria-label={label}
      width={size}
      height={size}
      viewBox={`0 0 ${modules} ${modules}`}
      shapeRendering="crispEdges"
      style={{ borderRadius: 8, maxWidth: '100%', height: 'auto' }}
    >
      <rect width={modules} height={modules} fill="white" />
      <path d={path} fill="black" />
    </svg>
  );
}

function pathOf(text: string) {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_MODULES });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return { path, modules: size };
}

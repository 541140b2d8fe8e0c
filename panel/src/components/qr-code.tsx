import { correction, generate } from 'lean-qr';
import { useMemo } from 'react';

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
  const { M } = correction;
  const code = generate(text, { minCorrectionLevel: M, maxCorrectionLevel: M });
  let path = '';
  for (let y = 0; y < code.size; y += 1) {
    for (let x = 0; x < code.size; x += 1) {
      if (code.get(x, y)) path += `M${x + QUIET_MODULES} ${y + QUIET_MODULES}h1v1h-1z`;
    }
  }
  return { path, modules: code.size + 2 * QUIET_MODULES };
}

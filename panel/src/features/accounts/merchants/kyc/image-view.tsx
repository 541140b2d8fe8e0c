import { ActionIcon, Group, Paper } from '@mantine/core';
import { useState } from 'react';
import { IconRotateClockwise, IconZoomIn, IconZoomOut } from '#panel/icons.ts';
import { texts } from '#texts/kyc.ts';

const ZOOMS = [1, 1.5, 2, 3, 4] as const;
const QUARTER = 90;

/** An image with zoom and rotation, because photos can be turned. */
export function ImageView({ url, name, height }: { url: string; name: string; height: string }) {
  const [step, setStep] = useState(0);
  const [turns, setTurns] = useState(0);
  const zoom = ZOOMS[step] ?? 1;
  return (
    <Paper withBorder p={4}>
      <Group gap={4} justify="flex-end" pb={4}>
        <Tool label={texts.zoomOut} isOff={step === 0} onUse={() => setStep(step - 1)}>
          <IconZoomOut size={18} />
        </Tool>
        <Tool
          label={texts.zoomIn}
          isOff={step === ZOOMS.length - 1}
          onUse={() => setStep(step + 1)}
        >
          <IconZoomIn size={18} />
        </Tool>
        <Tool label={texts.rotate} isOff={false} onUse={() => setTurns(turns + 1)}>
          <IconRotateClockwise size={18} />
        </Tool>
      </Group>
      <section
        // A scrollable area must be reachable by keyboard (WCAG 2.1.1).
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
        tabIndex={0}
        aria-label={texts.imageOf(name)}
        style={{ overflow: 'auto', height, display: 'grid' }}
      >
        <img
          src={url}
          alt={name}
          style={{
            width: `${zoom * 100}%`,
            height: `${zoom * 100}%`,
            objectFit: 'contain',
            rotate: `${turns * QUARTER}deg`,
          }}
        />
      </section>
    </Paper>
  );
}

function Tool({
  label,
  isOff,
  onUse,
  children,
}: {
  label: string;
  isOff: boolean;
  onUse: () => void;
  children: React.ReactNode;
}) {
  return (
    <ActionIcon variant="default" size="lg" aria-label={label} disabled={isOff} onClick={onUse}>
      {children}
    </ActionIcon>
  );
}

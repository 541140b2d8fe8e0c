import { SegmentedControl, Stack } from '@mantine/core';
import { useState } from 'react';
import { addressOf } from '#panel/api/client.ts';
import { texts } from '#texts/payment-page.ts';
import { bodyOf, LOOK_PATH, type LookValues } from './look-types.ts';

const HEIGHT_PX = 860;
const STATES = ['pending', 'paid'] as const;

/** The payment page of a sample charge, with these values. */
export function Preview({
  values,
  logoHash = '',
}: {
  values: LookValues;
  logoHash?: string | undefined;
}) {
  const [state, setState] = useState<(typeof STATES)[number]>('pending');
  const query = new URLSearchParams({ state, v: logoHash });
  for (const [name, value] of Object.entries(bodyOf(values))) {
    if (typeof value === 'string') query.set(name, value);
  }
  return (
    <Stack gap="md">
      <SegmentedControl
        size="xs"
        aria-label={texts.state}
        value={state}
        onChange={(chosen) => setState(chosen === 'paid' ? 'paid' : 'pending')}
        data={STATES.map((value) => ({ value, label: texts.states[value] }))}
      />
      <iframe
        title={texts.previewFrame}
        src={addressOf(`${LOOK_PATH}/preview`, [...query])}
        height={HEIGHT_PX}
        style={{ border: 0, width: '100%' }}
      />
    </Stack>
  );
}

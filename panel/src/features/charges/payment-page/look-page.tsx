import { Grid, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { api } from '#panel/api/client.ts';
import { PageHeader } from '#panel/components/page-header.tsx';
import { QueryState } from '#panel/components/query-state.tsx';
import { Section } from '#panel/components/section.tsx';
import { useMayAct } from '#panel/session/session.ts';
import { texts } from '#texts/payment-page.ts';
import { LogoField } from './logo-field.tsx';
import { LookForm } from './look-form.tsx';
import { type Look, type LookValues, valuesOf } from './look-types.ts';
import { Preview } from './preview.tsx';

/** How the merchant's payment pages look, with a preview of the form's values. */
export function LookPage() {
  const look = api.useQuery('get', '/api/panel/payment-page');
  return (
    <>
      <PageHeader description={texts.pageDescription} />
      <QueryState query={look} lines={8}>
        {(data) => <LookEditor look={data} />}
      </QueryState>
    </>
  );
}

const TYPING_MS = 400;

function LookEditor({ look }: { look: Look }) {
  const mayChange = useMayAct('setPaymentPageLook');
  const [values, setValues] = useState<LookValues>(valuesOf(look));
  const [shown] = useDebouncedValue(values, TYPING_MS);
  return (
    <Grid gap="lg">
      <Grid.Col span={{ base: 12, md: 6 }}>
        <Stack gap="lg">
          {!mayChange && <Text size="sm">{texts.ownerOnly}</Text>}
          <Section title={texts.logo} description={texts.logoHint}>
            <LogoField logo={look.logo} isEditable={mayChange} />
          </Section>
          <Section title={texts.look}>
            <LookForm values={values} isEditable={mayChange} onChange={setValues} />
          </Section>
        </Stack>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 6 }}>
        <Section title={texts.preview} description={texts.previewHint}>
          <Preview values={shown} logoHash={look.logo?.hash} />
        </Section>
      </Grid.Col>
    </Grid>
  );
}

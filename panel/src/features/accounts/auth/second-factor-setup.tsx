import { Button, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { api } from '#panel/api/client.ts';
import { CodeInput } from '#panel/components/code-input.tsx';
import { CopyText } from '#panel/components/copy-text.tsx';
import { Form } from '#panel/components/form.tsx';
import { QrCode } from '#panel/components/qr-code.tsx';
import { ProblemAlert } from '#panel/components/query-state.tsx';
import { texts } from '#texts/auth.ts';
import { RecoveryCodes } from './recovery-codes.tsx';

export interface Offer {
  readonly otpauth_uri: string;
  readonly recovery_codes: readonly string[];
}

/**
 * Shows the QR code and the recovery codes, and asks for the first code, which turns the factor on.
 */
export function SecondFactorSetup({ offer, onDone }: { offer: Offer; onDone: () => void }) {
  const [code, setCode] = useState('');
  const confirm = api.useMutation('post', '/api/account/second-factor/confirm', {
    onSuccess: () => {
      onDone();
    },
    onError: () => setCode(''),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    confirm.mutate({ body: { code } });
  };
  const key = new URL(offer.otpauth_uri).searchParams.get('secret') ?? '';
  return (
    <Form onSubmit={submit}>
      <Stack gap="md">
        <Text>{texts.scan}</Text>
        <QrCode text={offer.otpauth_uri} label={texts.qrAlt} size={200} />
        <CopyText value={key} label={texts.manualKey} />
        <RecoveryCodes codes={offer.recovery_codes} />
        {confirm.error && <ProblemAlert error={confirm.error} />}
        <CodeInput label={texts.code} value={code} onChange={setCode} />
        <Button type="submit" loading={confirm.isPending}>
          {texts.enable}
        </Button>
      </Stack>
    </Form>
  );
}

import { Button, Group, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api } from '#panel/api/client.ts';
import { Form } from '#panel/components/form.tsx';
import { Section } from '#panel/components/section.tsx';
import { useSession } from '#panel/session/session.ts';
import { common } from '#panel/texts/common.ts';
import { texts } from '#texts/auth.ts';
import { PasswordForm } from './password-form.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { type Offer, SecondFactorSetup } from './second-factor-setup.tsx';

type Step = 'closed' | 'enable' | 'disable' | 'renew';

const QUESTIONS = {
  enable: { hint: texts.passwordToContinue, label: common.continue },
  disable: { hint: texts.disableHint, label: texts.disable },
  renew: { hint: texts.renewHint, label: texts.renew },
} as const;

/** The second factor of the account: turn on, turn off, and new recovery codes. */
export function SecondFactor() {
  const { user } = useSession();
  const [step, setStep] = useState<Step>('closed');
  const [offer, setOffer] = useState<Offer>();
  const [codes, setCodes] = useState<readonly string[]>();
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: ['get', '/api/account/session'] });
  const close = () => {
    setStep('closed');
    setOffer(undefined);
    void refresh();
  };
  const enable = api.useMutation('post', '/api/account/second-factor', {
    meta: { isStep: true },
    onSuccess: setOffer,
  });
  const disable = api.useMutation('post', '/api/account/second-factor/disable', {
    onSuccess: () => {
      close();
    },
  });
  const renew = api.useMutation('post', '/api/account/second-factor/recovery-codes', {
    onSuccess: ({ recovery_codes }) => {
      setCodes(recovery_codes);
      close();
    },
  });
  const mutation = { enable, disable, renew, closed: enable }[step];
  return (
    <Section title={texts.secondFactor}>
      <Stack gap="md">
        <Text c="dimmed">
          {user.has_second_factor ? texts.secondFactorOn : texts.secondFactorOff}
        </Text>
        {codes && <NewCodes codes={codes} onSaved={() => setCodes(undefined)} />}
        {step === 'closed' && !codes && (
          <Choices isOn={user.has_second_factor} onChoose={setStep} />
        )}
        {step !== 'closed' && !offer && (
          <PasswordForm
            {...QUESTIONS[step]}
            mutation={mutation}
            onSubmit={(body) => mutation.mutate({ body })}
            onCancel={close}
          />
        )}
        {offer && <SecondFactorSetup offer={offer} onDone={close} />}
      </Stack>
    </Section>
  );
}

/** The codes stay until the person has said that they are saved. */
function NewCodes({ codes, onSaved }: { codes: readonly string[]; onSaved: () => void }) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSaved();
  };
  return (
    <Form onSubmit={submit}>
      <Stack gap="sm" align="flex-start">
        <RecoveryCodes codes={codes} />
        <Button type="submit">{texts.finish}</Button>
      </Stack>
    </Form>
  );
}

function Choices({ isOn, onChoose }: { isOn: boolean; onChoose: (step: Step) => void }) {
  if (!isOn) {
    return (
      <Group>
        <Button onClick={() => onChoose('enable')}>{texts.enable}</Button>
      </Group>
    );
  }
  return (
    <Group>
      <Button variant="default" onClick={() => onChoose('renew')}>
        {texts.renewRecoveryCodes}
      </Button>
      <Button variant="default" onClick={() => onChoose('disable')}>
        {texts.disable}
      </Button>
    </Group>
  );
}

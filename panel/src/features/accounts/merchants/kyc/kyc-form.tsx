import { Button, Group, Paper, Stack, Stepper, Text, VisuallyHidden } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '#panel/api/client.ts';
import { Form } from '#panel/components/form.tsx';
import { fieldErrors, sentence } from '#panel/components/form-problem.ts';
import { showProblem } from '#panel/components/notices.ts';
import { common } from '#panel/texts/common.ts';
import { texts } from '#texts/kyc.ts';
import { AddressStep } from './address-step.tsx';
import { DocumentsStep } from './documents-step.tsx';
import { bodyOf, firstOpenStep, STEPS, type Step, stepOfField, valuesOf } from './form-values.ts';
import { IdentityStep } from './identity-step.tsx';
import type { Kyc } from './kyc-types.ts';
import { SendStep } from './send-step.tsx';

/**
 * The application in steps. Each step saves the draft; it is continued at the first step that is
 * not complete.
 */
export function KycForm({ kyc }: { kyc: Kyc }) {
  const [step, setStep] = useState<Step>(() => firstOpenStep(kyc));
  const form = useForm({ initialValues: valuesOf(kyc) });
  const save = useSave();
  // A changed form is saved before the step changes, so that no value is lost.
  const goTo = async (target: Step) => {
    if (form.isDirty() && !(await save.keep(form))) return;
    form.clearErrors();
    setStep(target);
  };
  const goOn = async () => {
    const faults = await save.keep(form);
    if (!faults) return;
    const here = faults.filter(({ field }) => stepOfField(field) === step);
    if (here.length === 0) return setStep(STEPS[STEPS.indexOf(step) + 1] ?? 'send');
    form.setErrors(
      Object.fromEntries(here.map(({ field, message }) => [field, sentence(message)])),
    );
  };
  return (
    <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
      <Form onSubmit={form.onSubmit(goOn)}>
        <Stack gap="lg">
          <Steps kyc={kyc} step={step} onChoose={goTo} />
          <Text hiddenFrom="md" fw={600} aria-hidden="true">
            {texts.steps[step]}
          </Text>
          {step === 'identity' && <IdentityStep form={form} />}
          {step === 'address' && <AddressStep form={form} />}
          {step === 'documents' && <DocumentsStep kyc={kyc} faults={form.errors} />}
          {step === 'send' && <SendStep kyc={kyc} onGoTo={goTo} />}
          {step !== 'send' && (
            <Group justify="flex-end">
              <Button type="submit" loading={save.isPending}>
                {step === 'documents' ? common.continue : texts.saveAndContinue}
              </Button>
            </Group>
          )}
        </Stack>
      </Form>
    </Paper>
  );
}

function Steps({ kyc, step, onChoose }: { kyc: Kyc; step: Step; onChoose: (step: Step) => void }) {
  const open = new Set(kyc.faults.map(({ field }) => stepOfField(field)));
  return (
    <Stepper
      active={STEPS.indexOf(step)}
      onStepClick={(index) => onChoose(STEPS[index] ?? 'identity')}
      size="sm"
      wrap={false}
      aria-label={texts.stepsLabel}
    >
      {STEPS.map((listed, index) => (
        <Stepper.Step
          key={listed}
          label={<StepName step={listed} />}
          aria-current={listed === step ? 'step' : undefined}
          // An earlier step that is still incomplete has no check mark.
          completedIcon={open.has(listed) ? index + 1 : undefined}
          color={open.has(listed) && listed !== step ? 'gray' : undefined}
        />
      ))}
    </Stepper>
  );
}

/** On a phone only the numbers fit, with the name of the step below them; screen readers read all. */
function StepName({ step }: { step: Step }) {
  return (
    <>
      <Text span inherit visibleFrom="md">
        {texts.steps[step]}
      </Text>
      <VisuallyHidden hiddenFrom="md">{texts.steps[step]}</VisuallyHidden>
    </>
  );
}

type Application = ReturnType<typeof useForm<ReturnType<typeof valuesOf>>>;

/** Saves the draft. Returns its missing fields, or undefined if it could not be saved. */
function useSave() {
  const client = useQueryClient();
  const save = api.useMutation('put', '/api/panel/kyc');
  const keep = async (form: Application) => {
    try {
      const kyc = await save.mutateAsync({ body: bodyOf(form.values) });
      client.setQueryData(api.queryOptions('get', '/api/panel/kyc').queryKey, kyc);
      form.resetDirty();
      return kyc.faults;
    } catch (error) {
      form.setErrors(fieldErrors(error));
      showProblem(error);
      return undefined;
    }
  };
  return { keep, isPending: save.isPending };
}

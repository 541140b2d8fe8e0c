import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '#panel/api/client.ts';
import { Form } from '#panel/components/form.tsx';
import { useFormKey } from '#panel/components/form-key.ts';
import { fieldErrors } from '#panel/components/form-problem.ts';
import { showDone } from '#panel/components/notices.ts';
import { forget, keep, kept } from '#panel/early/kept-choices.ts';
import { useEnvironment } from '#panel/session/environment.tsx';
import { texts as filesTexts } from '#texts/dispute-files.ts';
import { texts } from '#texts/disputes.ts';
import { DefenseReview } from './defense-review.tsx';
import {
  type Answers,
  answeredQuestions,
  answersOfDraft,
  type DefendedCharge,
  defenseText,
  draftOf,
  QUESTIONS,
} from './defense-text.ts';
import { QuestionFiles } from './dispute-files.tsx';
import type { Dispute } from './dispute-types.ts';

const LENGTH_MAX = 1_000;

/** The name of the draft of a defence in the browser's store. */
function draftName(id: string): string {
  return `defense-draft-${id}`;
}

/**
 * The form of a defence, with the files of each question, and its review. The browser keeps the
 * draft until the defence is sent.
 */
export function DefenseForm({ dispute, charge }: { dispute: Dispute; charge?: DefendedCharge }) {
  const environment = useEnvironment();
  const client = useQueryClient();
  const keys = useFormKey();
  const [isReview, setReview] = useState(false);
  const { internal_id: id, reason } = dispute;
  const questions = QUESTIONS[reason];
  const form = useForm<Answers>({
    initialValues: answersOfDraft(kept(draftName(id))),
    onValuesChange: (answers) => {
      const draft = draftOf(answers);
      if (draft === null) forget(draftName(id));
      else keep(draftName(id), draft);
    },
    validate: (answers) => faultsOf(dispute, charge, answers),
  });
  const text = defenseText(dispute, charge, form.values);
  const send = api.useMutation('post', '/api/panel/{environment}/disputes/{id}/defense', {
    onSuccess: () => {
      forget(draftName(id));
      showDone(texts.defenseSent);
      void client.invalidateQueries();
    },
    onError: (error) => {
      keys.failed(error);
      const { text: fault } = fieldErrors(error);
      const [first] = questions;
      if (fault !== undefined && first) form.setFieldError(first, fault);
    },
  });
  const submit = () => {
    const body = { text };
    const header = { 'idempotency-key': keys.keyOf(body) };
    send.mutate({ params: { path: { environment, id }, header }, body });
  };
  const unanswered = questions.filter((name) => name !== 'other' && form.values[name] === '');
  return (
    <Form check={form.validate} isKept={false} onSubmit={form.onSubmit(() => setReview(true))}>
      <Stack gap="lg">
        <Stack gap={4}>
          {[texts.defenseHint, texts.defenseLanguage, filesTexts.hint].map((hint) => (
            <Text key={hint} size="sm" c="dimmed">
              {hint}
            </Text>
          ))}
        </Stack>
        {questions.map((question) => (
          <Stack key={question} gap="xs">
            <Textarea
              label={texts.questions[question].label}
              description={texts.questions[question].hint}
              autosize
              minRows={2}
              maxLength={LENGTH_MAX}
              {...form.getInputProps(question)}
            />
            <QuestionFiles
              id={id}
              question={question}
              questions={questions}
              label={texts.questions[question].label}
            />
          </Stack>
        ))}
        <Group justify="space-between" gap="sm">
          <Text size="sm" c={lengthOf(text) > LENGTH_MAX ? 'var(--mantine-color-error)' : 'dimmed'}>
            {texts.defenseLength(lengthOf(text))}
          </Text>
          <Button type="submit">{texts.reviewDefense}</Button>
        </Group>
      </Stack>
      {isReview && (
        <DefenseReview
          id={id}
          text={text}
          unanswered={unanswered.map((question) => texts.questions[question].label)}
          send={send}
          onSend={submit}
          onEdit={() => {
            setReview(false);
            send.reset();
          }}
        />
      )}
    </Form>
  );
}

/** Says that nothing is answered, or which answer is too long: the longest one. */
function faultsOf(
  dispute: Dispute,
  charge: DefendedCharge | undefined,
  answers: Answers,
): Partial<Record<keyof Answers, string>> {
  const questions = QUESTIONS[dispute.reason];
  const [longest] = answeredQuestions(dispute, charge, answers).sort(
    (left, right) => answers[right].trim().length - answers[left].trim().length,
  );
  if (longest === undefined) {
    const [first] = questions;
    return first ? { [first]: texts.noAnswer } : {};
  }
  const length = lengthOf(defenseText(dispute, charge, answers));
  return length > LENGTH_MAX ? { [longest]: texts.defenseTooLong(length) } : {};
}

/** The length as the gateway and the bank count it. */
function lengthOf(text: string): number {
  return [...text].length;
}

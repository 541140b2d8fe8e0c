import { Group, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { api, fetchApi } from '#panel/api/client.ts';
import { codeOf } from '#panel/components/code-field.tsx';
import { ConfirmWithCode } from '#panel/components/confirm-with-code.tsx';
import { formatMoney } from '#panel/components/format.ts';
import { pixKeyMask } from '#panel/components/masks.ts';
import { actTexts, showOutcome } from '#panel/components/money-act.ts';
import { showDone, showProblem } from '#panel/components/notices.ts';
import { ReasonButton, type ReasonInput } from '#panel/components/reason-button.tsx';
import { useEnvironment } from '#panel/session/environment.tsx';
import { useMayAct } from '#panel/session/session.ts';
import { texts } from '#texts/payout-controls.ts';
import { useReleased } from '../stop/use-released.ts';
import type { PayoutApproval } from './approval-facts.ts';

/** Approves or rejects a payout that waits; the member who requested it may only reject it. */
export function DecidePayout({
  payout: { id, is_own: isOwn, ...payout },
  isSmall = false,
}: {
  payout: PayoutApproval;
  isSmall?: boolean;
}) {
  const environment = useEnvironment();
  const mayAct = useMayAct('approvePayout');
  const client = useQueryClient();
  const released = useReleased();
  const params = { path: { environment, id } };
  const settle = { onError: showProblem, onSettled: () => client.invalidateQueries() };
  const approve = api.useMutation(
    'post',
    '/api/panel/{environment}/payout-approvals/{id}/approve',
    {
      onSuccess: async () => {
        const path = '/api/panel/{environment}/payouts/{id}/outcome';
        const { data } = await fetchApi.GET(path, { params });
        showOutcome('approval', data);
      },
      ...settle,
    },
  );
  const reject = api.useMutation('post', '/api/panel/{environment}/payout-approvals/{id}/reject');
  const sendRejection = async ({ reason, code }: ReasonInput) => {
    await reject.mutateAsync({ params, body: { reason: reason || null, ...codeOf(code) } });
    showDone(texts.rejectedDone);
    void client.invalidateQueries();
  };
  if (!mayAct) return null;
  const amount = formatMoney(payout.amount);
  const key = pixKeyMask(payout.pix_key_type)(payout.pix_key);
  const question = texts.approveQuestion(amount, payout.beneficiary_name, key);
  const ofNewKey = payout.is_new_destination ? [texts.approveNewKey] : [];
  const { hint, button } = actTexts('approval', released);
  return (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      {isOwn && <Text size="sm">{texts.own}</Text>}
      <ReasonButton
        isSmall={isSmall}
        isOptional
        label={texts.reject}
        title={texts.reject}
        hint={texts.rejectQuestion(amount, payout.beneficiary_name)}
        onSend={sendRejection}
      />
      {!isOwn && (
        <ConfirmWithCode
          isSmall={isSmall}
          isMain
          title={button}
          question={[question, ...ofNewKey, hint].join(' ')}
          label={button}
          isPending={approve.isPending}
          onConfirm={(code) => approve.mutate({ params, body: codeOf(code) })}
        />
      )}
    </Group>
  );
}

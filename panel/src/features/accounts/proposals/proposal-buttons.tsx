import { Group, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '#panel/api/client.ts';
import { codeOf } from '#panel/components/code-field.tsx';
import { ConfirmWithCode } from '#panel/components/confirm-with-code.tsx';
import { formatMoney } from '#panel/components/format.ts';
import { IfAllowed } from '#panel/components/if-allowed.tsx';
import { showDone, showProblem } from '#panel/components/notices.ts';
import { texts } from '#texts/proposals.ts';
import type { Proposal } from './proposal-types.ts';

/** Approves or rejects a proposal. Its proposer can only withdraw it. */
export function ProposalButtons({ proposal }: { proposal: Proposal }) {
  const { id, is_own: isOwn } = proposal;
  const client = useQueryClient();
  const settled = { onError: showProblem, onSettled: () => client.invalidateQueries() };
  const approve = api.useMutation('post', '/api/operator/proposals/{id}/approve', {
    onSuccess: () => showDone(texts.approved),
    ...settled,
  });
  const reject = api.useMutation('post', '/api/operator/proposals/{id}/reject', {
    onSuccess: () => showDone(texts.rejected),
    ...settled,
  });
  const send = (decide: typeof approve.mutate | typeof reject.mutate) => (code: string) =>
    decide({ params: { path: { id } }, body: codeOf(code) });
  const amount = formatMoney(proposal.amount);
  return (
    <Group gap="xs">
      {isOwn ? (
        <Text size="sm" c="dimmed">
          {texts.own}
        </Text>
      ) : (
        <IfAllowed operation="approveProposal">
          <ConfirmWithCode
            isSmall
            title={texts.approveTitle}
            question={texts.approveQuestion(texts.kinds[proposal.kind], amount, proposal.username)}
            label={texts.approve}
            isPending={approve.isPending}
            onConfirm={send(approve.mutate)}
          />
        </IfAllowed>
      )}
      <IfAllowed operation="rejectProposal">
        <ConfirmWithCode
          isSmall
          title={texts.rejectTitle}
          question={texts.rejectQuestion}
          label={isOwn ? texts.withdraw : texts.reject}
          isPending={reject.isPending}
          onConfirm={send(reject.mutate)}
        />
      </IfAllowed>
    </Group>
  );
}

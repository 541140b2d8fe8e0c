import { Alert, Button, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '#panel/api/client.ts';
import { Instant } from '#panel/components/instant.tsx';
import { showProblem } from '#panel/components/notices.ts';
import { IconAlertTriangle, IconCircleCheck, IconClock } from '#panel/icons.ts';
import { texts } from '#texts/kyc.ts';
import type { Kyc } from './kyc-types.ts';

/** The status of the application, and the merchant's next step. */
export function KycStatusAlert({ kyc, isSuspended }: { kyc: Kyc; isSuspended: boolean }) {
  const last = kyc.submissions[0];
  if (kyc.status === 'submitted') {
    return (
      <Alert variant="outline" icon={<IconClock size={18} />} title={texts.submittedTitle}>
        {texts.submittedHint} {texts.submittedAt} <Instant at={last?.submitted_at} />.
      </Alert>
    );
  }
  if (kyc.status === 'approved') {
    const icon = <IconCircleCheck size={18} />;
    return (
      <Alert variant="outline" icon={icon} title={texts.approvedTitle}>
        {texts.approvedHint}
      </Alert>
    );
  }
  if (!last?.reason) return null;
  const isRejected = kyc.status === 'rejected';
  const icon = <IconAlertTriangle size={18} />;
  return (
    <Alert
      variant="outline"
      icon={icon}
      title={isRejected ? texts.rejectedTitle : texts.lastReasonTitle}
    >
      <Stack gap="sm" align="flex-start">
        <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{last.reason}</Text>
        {isRejected && (isSuspended ? texts.suspendedHint : <SecondTry />)}
      </Stack>
    </Alert>
  );
}

function SecondTry() {
  const client = useQueryClient();
  const reopen = api.useMutation('post', '/api/panel/kyc/reopen', {
    onError: showProblem,
    onSettled: () => client.invalidateQueries({ queryKey: ['get', '/api/panel/kyc'] }),
  });
  return (
    <>
      <Text size="sm">{texts.rejectedHint}</Text>
      <Button loading={reopen.isPending} onClick={() => reopen.mutate({})}>
        {texts.tryAgain}
      </Button>
    </>
  );
}

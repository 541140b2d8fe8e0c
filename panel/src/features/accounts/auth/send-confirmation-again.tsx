import { Button } from '@mantine/core';
import { api } from '#panel/api/client.ts';
import { showDone, showProblem } from '#panel/components/notices.ts';
import { texts } from '#texts/auth.ts';

/** The button that mails the link of a confirmation again; the server limits the mails. */
export function SendConfirmationAgain({ email }: { email: string }) {
  const send = api.useMutation('post', '/api/account/email-confirmation', {
    onSuccess: () => showDone(texts.confirmationSent),
    onError: showProblem,
  });
  return (
    <Button
      variant="light"
      loading={send.isPending}
      onClick={() => send.mutate({ body: { email } })}
    >
      {texts.sendConfirmationAgain}
    </Button>
  );
}

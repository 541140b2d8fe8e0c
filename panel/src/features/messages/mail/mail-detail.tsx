import { Anchor, Button, Paper, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { Answer } from '#panel/api/answer.ts';
import { api } from '#panel/api/client.ts';
import { SideDialog } from '#panel/components/dialog.tsx';
import { FactTable } from '#panel/components/fact-table.tsx';
import { formatCount } from '#panel/components/format.ts';
import { IfAllowed } from '#panel/components/if-allowed.tsx';
import { Instant } from '#panel/components/instant.tsx';
import { showDone, showProblem } from '#panel/components/notices.ts';
import { QueryState } from '#panel/components/query-state.tsx';
import { StatusBadge } from '#panel/components/status-badge.tsx';
import { texts } from '#texts/mails.ts';

const LINK = /(https?:\/\/\S+)/;

type Mail = Answer<'/api/operator/mails/{id}'>;

/** A mail with its text and links. Opening it is recorded in the audit log. */
export function MailDetail({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  return (
    <>
      {id !== undefined && (
        <SideDialog onClose={onClose} title={texts.text}>
          {id && <OpenedMail id={id} />}
        </SideDialog>
      )}
    </>
  );
}

function OpenedMail({ id }: { id: string }) {
  const mail = api.useQuery(
    'get',
    '/api/operator/mails/{id}',
    { params: { path: { id } } },
    // Each read is recorded in the audit log, so there is no automatic repeat.
    { staleTime: Number.POSITIVE_INFINITY },
  );
  return (
    <QueryState query={mail} lines={8}>
      {(data) => (
        <Stack gap="md">
          <Facts mail={data} />
          <Paper withBorder p="md">
            <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
              <LinkedText text={data.text} />
            </Text>
          </Paper>
          <IfAllowed operation="sendMailAgain">
            <Resend id={id} />
          </IfAllowed>
        </Stack>
      )}
    </QueryState>
  );
}

function Facts({ mail }: { mail: Mail }) {
  return (
    <FactTable
      facts={[
        [texts.recipient, mail.recipient],
        [texts.subject, mail.subject],
        [texts.status, <StatusBadge key="status" status={mail.status} />],
        [texts.createdAt, <Instant key="created" at={mail.created_at} />],
        [texts.sentAt, <Instant key="sent" at={mail.sent_at} />],
        [texts.attempts, formatCount(mail.attempt_count)],
        ...(mail.failure === null ? [] : [[texts.failure, mail.failure] as const]),
      ]}
    />
  );
}

/** Turns addresses into links: without a mail server an operator follows them here. */
function LinkedText({ text }: { text: string }) {
  return text.split(LINK).map((part) =>
    LINK.test(part) ? (
      <Anchor key={part} href={part} target="_blank" rel="noopener noreferrer" underline="always">
        {part}
      </Anchor>
    ) : (
      part
    ),
  );
}

function Resend({ id }: { id: string }) {
  const client = useQueryClient();
  const resend = api.useMutation('post', '/api/operator/mails/{id}/resend', {
    onSuccess: () => {
      showDone(texts.resent);
      void client.invalidateQueries({ queryKey: ['get', '/api/operator/mails'] });
    },
    onError: showProblem,
  });
  return (
    <Button
      variant="default"
      style={{ alignSelf: 'flex-start' }}
      loading={resend.isPending}
      onClick={() => resend.mutate({ params: { path: { id } } })}
    >
      {texts.resend}
    </Button>
  );
}

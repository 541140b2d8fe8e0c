import { Code, NativeSelect, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import type { Answer } from '#panel/api/answer.ts';
import { api } from '#panel/api/client.ts';
import { CopyText } from '#panel/components/copy-text.tsx';
import { FactTable } from '#panel/components/fact-table.tsx';
import { formatCount } from '#panel/components/format.ts';
import { Instant } from '#panel/components/instant.tsx';
import { QueryState } from '#panel/components/query-state.tsx';
import { useEnvironment } from '#panel/session/environment.tsx';
import { texts } from '#texts/request-records.ts';
import { curlOf } from './curl.ts';

type LoggedRequest = Answer<'/api/panel/{environment}/requests/{id}'>;

/** One request: its facts, its masked bodies, and curl that repeats it. */
export function RequestDetail({ id }: { id: string }) {
  const environment = useEnvironment();
  const request = api.useQuery('get', '/api/panel/{environment}/requests/{id}', {
    params: { path: { environment, id } },
  });
  return (
    <QueryState query={request}>
      {(found) => (
        <Stack gap="md">
          <FactTable
            facts={[
              [texts.requestId, <CopyText key="id" value={found.id} label={texts.requestId} />],
              [texts.at, <Instant key="at" at={found.at} />],
              [texts.path, `${found.method} ${found.path}`],
              [texts.status, String(found.status)],
              [texts.error, found.code ?? '—'],
              [texts.duration, texts.milliseconds(formatCount(found.duration_ms))],
              [texts.key, <CopyText key="key" value={found.client_id} label={texts.key} />],
            ]}
          />
          <Body title={texts.requestBody} text={found.request_body} />
          <Body title={texts.answerBody} text={found.answer_body} />
          <Repeat request={found} />
        </Stack>
      )}
    </QueryState>
  );
}

function Body({ title, text }: { title: string; text: string | null }) {
  return (
    <>
      <Title order={3}>{title}</Title>
      {text === null ? (
        <Text c="dimmed">{texts.noBody}</Text>
      ) : (
        <Code block tabIndex={0} role="region" aria-label={title}>
          {formatted(text)}
        </Code>
      )}
    </>
  );
}

/** curl with one of the reader's own test keys; its secret is a variable of the shell. */
function Repeat({ request }: { request: LoggedRequest }) {
  const { data } = api.useQuery('get', '/api/panel/{environment}/credentials', {
    params: { path: { environment: 'test' } },
  });
  const keys = (data?.data ?? []).filter((key) => key.revoked_at === null);
  const [chosen, choose] = useState('');
  const clientId = chosen === '' ? (keys[0]?.client_id ?? '$PIX_CLIENT_ID') : chosen;
  const command = curlOf(request, { clientId, origin: location.origin });
  return (
    <>
      <Title order={3}>{texts.repeat}</Title>
      <Text size="sm">{texts.repeatHint}</Text>
      {keys.length > 1 && (
        <NativeSelect
          label={texts.testKey}
          value={clientId}
          onChange={(event) => choose(event.currentTarget.value)}
          data={keys.map((key) => ({ value: key.client_id, label: key.name }))}
        />
      )}
      <CopyText value={command} label={texts.repeat} />
    </>
  );
}

/** A body that was cut is no JSON. */
function formatted(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

import { Alert, Button, Code, PasswordInput, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Form } from '#panel/components/form.tsx';
import { Section } from '#panel/components/section.tsx';
import { texts } from '#texts/api-pix.ts';
import type { ApiPixKey } from './api-pix-types.ts';
import { type CallResult, callAsErp } from './call-as-erp.ts';

/** Calls the API as an ERP does, with the secret that the person pastes, and shows the answers. */
export function TestCall({ apiKey, pixKey }: { apiKey: ApiPixKey; pixKey: string }) {
  const [secret, setSecret] = useState('');
  const [results, setResults] = useState<readonly CallResult[]>([]);
  const [isRunning, setRunning] = useState(false);
  const run = async () => {
    setRunning(true);
    setResults(await callAsErp({ clientId: apiKey.client_id, secret: secret.trim(), pixKey }));
    setRunning(false);
  };
  return (
    <Section title={texts.testTitle} description={texts.testHint}>
      <Form
        onSubmit={(event) => {
          event.preventDefault();
          void run();
        }}
      >
        <Stack gap="md">
          <PasswordInput
            label={texts.secret}
            description={texts.pasteSecret}
            maw={420}
            required
            autoComplete="off"
            value={secret}
            onChange={(event) => setSecret(event.currentTarget.value)}
          />
          <Button type="submit" loading={isRunning} style={{ alignSelf: 'flex-start' }}>
            {texts.test}
          </Button>
        </Stack>
      </Form>
      <Stack gap="md" mt={results.length > 0 ? 'md' : 0} aria-live="polite">
        {results.map((result) => (
          <Answer key={result.path} result={result} />
        ))}
        {results.length > 0 && <Verdict results={results} />}
      </Stack>
    </Section>
  );
}

function Answer({ result: { method, path, status, body } }: { result: CallResult }) {
  return (
    <div>
      <Text fw={600} size="sm">
        {texts.answer(`${method} ${path}`, status)}
      </Text>
      <Code block tabIndex={0} style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {body}
      </Code>
    </div>
  );
}

function Verdict({ results }: { results: readonly CallResult[] }) {
  const isRight = results.length === 2 && results.every(({ isDone }) => isDone);
  return (
    <Alert color={isRight ? 'green' : 'red'} variant="outline">
      {isRight ? texts.works : texts.fails}
    </Alert>
  );
}

import { Badge, Button, Code, Group, Stack, Text, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '#panel/api/client.ts';
import { CodeField, codeOf } from '#panel/components/code-field.tsx';
import { ConfirmButton } from '#panel/components/confirm-button.tsx';
import { Form } from '#panel/components/form.tsx';
import { fieldErrors } from '#panel/components/form-problem.ts';
import { formatInstant } from '#panel/components/format.ts';
import { showDone } from '#panel/components/notices.ts';
import { ProblemAlert } from '#panel/components/query-state.tsx';
import { Section } from '#panel/components/section.tsx';
import { useEnvironment } from '#panel/session/environment.tsx';
import { texts } from '#texts/api-pix.ts';
import type { ApiPix, ApiPixKey } from './api-pix-types.ts';

type Certificate = ApiPix['certificates'][number];
const PATH = '/api/panel/{environment}/api-pix/credentials/{client_id}/certificates';

/** The certificates by which an ERP gets tokens for a key without its secret. */
export function ClientCertificates({ apiPix, apiKey }: { apiPix: ApiPix; apiKey: ApiPixKey }) {
  const own = apiPix.certificates.filter((one) => one.client_id === apiKey.client_id);
  return (
    <Section title={texts.certificatesTitle} description={texts.certificatesHint}>
      <Stack gap="lg">
        {own.map((certificate) => (
          <RegisteredCertificate key={certificate.sha256} certificate={certificate} />
        ))}
        <NewCertificate apiKey={apiKey} />
      </Stack>
    </Section>
  );
}

function useSettingsAgain() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: ['get', '/api/panel/{environment}/api-pix'] });
}

function RegisteredCertificate({ certificate }: { certificate: Certificate }) {
  const environment = useEnvironment();
  const readAgain = useSettingsAgain();
  const removal = api.useMutation('delete', `${PATH}/{sha256}`, {
    onSuccess: () => {
      showDone(texts.certificateRemoved);
      return readAgain();
    },
  });
  const { client_id, sha256, subject, valid_until: end } = certificate;
  const isOver = Date.parse(end) <= Date.now();
  const remove = () => removal.mutate({ params: { path: { environment, client_id, sha256 } } });
  return (
    <Stack gap={4}>
      {removal.error ? <ProblemAlert error={removal.error} /> : null}
      <Group justify="space-between" align="flex-start">
        <div style={{ minWidth: 0, flex: '1 1 240px' }}>
          <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
            {subject || texts.noSubject}
          </Text>
          <Group gap="xs">
            <Text size="sm">{texts.validUntil(formatInstant(end))}</Text>
            {isOver && (
              <Badge color="red" variant="outline">
                {texts.expired}
              </Badge>
            )}
          </Group>
        </div>
        <ConfirmButton
          size="xs"
          title={texts.removeCertificate}
          question={texts.removeQuestion}
          confirm={texts.removeCertificate}
          loading={removal.isPending}
          onConfirm={remove}
        >
          {texts.removeCertificate}
        </ConfirmButton>
      </Group>
      <Text size="sm" c="dimmed">
        SHA-256
      </Text>
      <Code style={{ overflowWrap: 'anywhere' }}>{sha256}</Code>
    </Stack>
  );
}

function NewCertificate({ apiKey }: { apiKey: ApiPixKey }) {
  const environment = useEnvironment();
  const readAgain = useSettingsAgain();
  const form = useForm({ initialValues: { certificate: '' } });
  const [code, setCode] = useState('');
  const addition = api.useMutation('post', PATH, {
    onSuccess: () => {
      form.reset();
      showDone(texts.certificateAdded);
      return readAgain();
    },
    onError: (error) => form.setErrors(fieldErrors(error)),
  });
  const save = form.onSubmit((body) => {
    const params = { path: { environment, client_id: apiKey.client_id } };
    addition.mutate({ params, body: { ...body, ...codeOf(code) } });
    setCode('');
  });
  return (
    <Form check={form.validate} onSubmit={save}>
      <Stack gap="md">
        {addition.error ? <ProblemAlert error={addition.error} /> : null}
        <Textarea
          label={texts.certificate}
          description={texts.pasteCertificate}
          autosize
          minRows={3}
          maxRows={8}
          required
          styles={{ input: { fontFamily: 'monospace' } }}
          {...form.getInputProps('certificate')}
        />
        {environment === 'live' && <CodeField code={code} onChange={setCode} />}
        <Group>
          <Button type="submit" variant="default" loading={addition.isPending}>
            {texts.addCertificate}
          </Button>
        </Group>
      </Stack>
    </Form>
  );
}

import { Button, Stack, Text } from '@mantine/core';
import { CopyText } from '#panel/components/copy-text.tsx';
import { FactTable } from '#panel/components/fact-table.tsx';
import { Section } from '#panel/components/section.tsx';
import { IconDownload } from '#panel/icons.ts';
import { useEnvironment } from '#panel/session/environment.tsx';
import { texts } from '#texts/api-pix.ts';
import type { ApiPix, ApiPixKey } from './api-pix-types.ts';

interface Shown {
  readonly apiPix: ApiPix;
  readonly apiKey: ApiPixKey;
}

/** The data to type into an ERP, with a text file of the same data. */
export function ErpData({ apiPix, apiKey }: Shown) {
  const environment = useEnvironment();
  const save = () => {
    const lines = texts.file({
      environment,
      facts: factsOf({ apiPix, apiKey }),
      withCertificate: apiPix.with_certificate,
    });
    saveText(`api-pix-${environment}.txt`, lines);
  };
  const facts = factsOf({ apiPix, apiKey }).map(
    ([label, value]) => [label, <CopyText key={label} value={value} label={label} />] as const,
  );
  const download = (
    <Button variant="default" leftSection={<IconDownload size={16} />} onClick={save}>
      {texts.download}
    </Button>
  );
  return (
    <Section title={texts.erpTitle} description={texts.erpHint} action={download}>
      <Stack gap="sm">
        <FactTable
          facts={[
            ...facts,
            [texts.secret, texts.secretHint],
            ...(apiPix.with_certificate
              ? [
                  [
                    texts.tlsUrl,
                    <CopyText
                      key="t"
                      value={apiPix.with_certificate.api_url}
                      label={texts.tlsUrl}
                    />,
                  ] as const,
                ]
              : []),
          ]}
        />
        {apiPix.shared_pix_keys.length === 0 && <Text size="sm">{texts.noPixKey}</Text>}
      </Stack>
    </Section>
  );
}

function factsOf({ apiPix, apiKey }: Shown): (readonly [string, string])[] {
  return [
    [texts.apiUrl, apiPix.api_url],
    [texts.tokenUrl, apiPix.token_url],
    [texts.clientId, apiKey.client_id],
    ...apiPix.shared_pix_keys.slice(-1).map((pixKey) => [texts.pixKey, pixKey] as const),
  ];
}

/** Windows' editors need its line ends, and the mark for accents. */
function saveText(name: string, lines: readonly string[]): void {
  const file = new Blob([`\u{FEFF}${lines.join('\r\n')}\r\n`], { type: 'text/plain' });
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}

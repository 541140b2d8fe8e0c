import { Anchor, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { formatSize } from '#panel/components/format.ts';
import { QueryState } from '#panel/components/query-state.tsx';
import { IconDownload } from '#panel/icons.ts';
import { texts } from '#texts/kyc.ts';
import { ImageView } from './image-view.tsx';
import type { KycDocument } from './kyc-types.ts';

const PDF = 'application/pdf';
const HEIGHT = 'min(70vh, 760px)';

/** A document: a PDF in the browser's viewer, an image with zoom. */
export function DocumentView({ document, url }: { document: KycDocument; url: string }) {
  return (
    <Stack gap="xs">
      <Group justify="space-between" gap="xs">
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {document.name} · {formatSize(document.size_bytes)}
        </Text>
        <Anchor href={url} download={document.name} size="sm">
          <Group gap={4} component="span">
            <IconDownload size={16} aria-hidden />
            {texts.download}
          </Group>
        </Anchor>
      </Group>
      {document.content_type === PDF ? (
        <PdfView key={url} url={url} name={document.name} />
      ) : (
        <ImageView key={url} url={url} name={document.name} height={HEIGHT} />
      )}
    </Stack>
  );
}

// The gateway serves documents with a sandbox, in which browsers show no PDF. So a PDF is shown
// from a copy of its bytes, with the type that the gateway found.
function PdfView({ url, name }: { url: string; name: string }) {
  const bytes = useQuery({
    queryKey: ['kyc-document', url],
    queryFn: async () => {
      const answer = await fetch(url);
      if (!answer.ok) throw await answer.json();
      return new Blob([await answer.arrayBuffer()], { type: PDF });
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  return (
    <QueryState query={bytes} lines={8}>
      {(blob) => <PdfFrame blob={blob} name={name} />}
    </QueryState>
  );
}

function PdfFrame({ blob, name }: { blob: Blob; name: string }) {
  const [address, setAddress] = useState('');
  useEffect(() => {
    const made = URL.createObjectURL(blob);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  if (!address) return null;
  return (
    <iframe
      src={address}
      title={texts.pdfOf(name)}
      style={{ width: '100%', height: HEIGHT, border: 0, borderRadius: 8 }}
    />
  );
}

import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { addressOf } from '#panel/api/client.ts';
import { IconDownload } from '#panel/icons.ts';

/** A download of a file: its path and its query. Empty values are omitted. */
export function DownloadButton({
  path,
  query = {},
  children,
}: {
  path: string;
  query?: Readonly<Record<string, string | number | boolean | undefined>>;
  children: ReactNode;
}) {
  const asked = Object.entries(query).flatMap(([name, value]): [string, string][] =>
    value === undefined || value === '' ? [] : [[name, String(value)]],
  );
  return (
    <Button
      component="a"
      href={addressOf(path, asked)}
      download
      variant="default"
      leftSection={<IconDownload size={16} />}
    >
      {children}
    </Button>
  );
}

import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { IconDownload } from '#panel/icons.ts';

/** A download of a file: its path and its query. Empty values are omitted. */
export function DownloadButton({
  path,
  query = {},
  children,
}: {
  path: string;
  query?: Readonly<Record<string, string | number | undefined>>;
  children: ReactNode;
}) {
  const asked = Object.entries(query).flatMap(([name, value]): [string, string][] =>
    value === undefined || value === '' ? [] : [[name, String(value)]],
  );
  const search = new URLSearchParams(asked).toString();
  return (
    <Button
      component="a"
      href={search === '' ? path : `${path}?${search}`}
      download
      variant="default"
      leftSection={<IconDownload size={16} />}
    >
      {children}
    </Button>
  );
}

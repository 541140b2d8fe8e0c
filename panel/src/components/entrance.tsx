import { Center, Paper, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { common } from '#panel/texts/common.ts';
import { ColorSchemeButton } from './color-scheme-button.tsx';

const WIDTH = 420;

/** The frame of the pages before the log-in: one centred card. */
export function Entrance({
  title,
  hint,
  children,
}: {
  title: string;
  hint?: string;
  children: ReactNode;
}) {
  useDocumentTitle(`${title} · ${common.productName}`);
  return (
    <Center component="main" mih="100vh" p="md">
      <Stack w="100%" maw={WIDTH} gap="md">
        <Stack gap={6} align="center">
          <img src="/icon.svg" alt="" width={40} height={40} />
          <Text fw={700}>{common.productName}</Text>
        </Stack>
        <Paper withBorder p="xl" radius="lg">
          <Stack gap="md">
            <Stack gap={2}>
              <Title order={1}>{title}</Title>
              {hint && <Text c="dimmed">{hint}</Text>}
            </Stack>
            {children}
          </Stack>
        </Paper>
        <Center>
          <ColorSchemeButton />
        </Center>
      </Stack>
    </Center>
  );
}

import { Anchor, Center, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { brand } from '#panel/texts/brand.ts';
import { common } from '#panel/texts/common.ts';
import { ColorSchemeButton } from './color-scheme-button.tsx';
import { LanguageSwitch } from './language-switch.tsx';

const WIDTH = 420;

/** The frame of the pages before the log-in: one centred card. */
export function LoggedOutLayout({
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
        <Paper withBorder p="xl" radius="lg" style={{ overflowWrap: 'anywhere' }}>
          <Stack gap="md">
            <Stack gap={2}>
              <Title order={1}>{title}</Title>
              {hint && <Text c="dimmed">{hint}</Text>}
            </Stack>
            {children}
          </Stack>
        </Paper>
        <Group justify="center" gap="xs">
          <LanguageSwitch />
          <ColorSchemeButton />
        </Group>
        <BrandLinks />
      </Stack>
    </Center>
  );
}

/** The platform's terms, privacy notice and support, where it has them. */
function BrandLinks() {
  const links = [
    { href: brand.termsUrl, label: common.terms },
    { href: brand.privacyUrl, label: common.privacy },
    { href: brand.supportUrl, label: common.support },
  ];
  return (
    <Group component="footer" justify="center" gap="md">
      {links.map(({ href, label }) =>
        href === undefined ? null : (
          <Anchor key={label} href={href} size="sm" underline="always">
            {label}
          </Anchor>
        ),
      )}
    </Group>
  );
}

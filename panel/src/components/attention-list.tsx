import { Alert, Anchor, Group, Stack, Text } from '@mantine/core';
import { Link, type LinkProps } from '@tanstack/react-router';
import { IconAlertTriangle } from '#panel/icons.ts';

/** A matter that needs attention, with a link to its page. */
export interface Matter {
  readonly text: string;
  readonly to: LinkProps['to'];
  readonly params?: LinkProps['params'];
  /** The filter of the page, by its names in the address. */
  readonly search?: Readonly<Record<string, unknown>>;
  readonly action: string;
}

/** A list of matters that need attention. */
export function AttentionList({ title, matters }: { title: string; matters: readonly Matter[] }) {
  return (
    <Alert
      color="yellow"
      variant="outline"
      icon={<IconAlertTriangle size={18} />}
      title={title}
      // Yellow can't be read on white (WCAG 2.2, 1.4.3).
      styles={{ title: { color: 'var(--mantine-color-text)' } }}
    >
      <Stack gap={6}>
        {matters.map(({ text, to, params, search, action }) => (
          <Group key={text} justify="space-between" gap="xs">
            <Text size="sm">{text}</Text>
            <Anchor
              renderRoot={(props) => (
                <Link
                  to={to}
                  {...(params && { params })}
                  {...(search && { search: search as never })}
                  {...props}
                />
              )}
              size="sm"
              c="inherit"
              underline="always"
            >
              {action}
            </Anchor>
          </Group>
        ))}
      </Stack>
    </Alert>
  );
}

import {
  ActionIcon,
  type MantineBreakpoint,
  useComputedColorScheme,
  useMantineColorScheme,
} from '@mantine/core';
import { IconMoon, IconSun } from '#panel/icons.ts';
import { common } from '#panel/texts/common.ts';

/** Switches between light and dark; the browser stores the choice. */
export function ColorSchemeButton({ visibleFrom }: { visibleFrom?: MantineBreakpoint }) {
  const { setColorScheme } = useMantineColorScheme();
  const scheme = useComputedColorScheme('light');
  const isDark = scheme === 'dark';
  return (
    <ActionIcon
      variant="default"
      size="lg"
      {...(visibleFrom && { visibleFrom })}
      aria-label={isDark ? common.lightTheme : common.darkTheme}
      onClick={() => setColorScheme(isDark ? 'light' : 'dark')}
    >
      {isDark ? <IconSun size={18} /> : <IconMoon size={18} />}
    </ActionIcon>
  );
}

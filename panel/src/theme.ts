import { createTheme, type MantineColorsTuple } from '@mantine/core';
import type { Environment } from '#panel/session/environment.tsx';
import { common } from '#panel/texts/common.ts';

// Each environment has its own colour. White text is readable on shade 7 of all three (WCAG 2.2,
// 1.4.3).
const live: MantineColorsTuple = [
  '#e6fcf5',
  '#c3fae8',
  '#96f2d7',
  '#63e6be',
  '#38d9a9',
  '#12b886',
  '#0b8f6a',
  '#087355',
  '#065f46',
  '#044d39',
];
const test: MantineColorsTuple = [
  '#fff4e6',
  '#ffe8cc',
  '#ffd8a8',
  '#ffc078',
  '#ffa94d',
  '#e8760c',
  '#c2570a',
  '#a34707',
  '#8a3b06',
  '#6f2f05',
];

const red: MantineColorsTuple = [
  '#fff5f5',
  '#ffe3e3',
  '#ffc9c9',
  '#ffa8a8',
  '#ff8787',
  '#fa5252',
  '#e03131',
  '#c92a2a',
  '#a61e1e',
  '#8a1616',
];

/** The theme of the panel, in the colour of the environment. */
export function themeOf(environment: Environment) {
  return createTheme({
    colors: { live, test, red },
    primaryColor: environment,
    primaryShade: 7,
    autoContrast: true,
    luminanceThreshold: 0.35,
    defaultRadius: 'md',
    fontFamily: 'Inter, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif',
    headings: {
      fontWeight: '650',
      sizes: { h1: { fontSize: '1.5rem' }, h2: { fontSize: '1.15rem' } },
    },
    cursorType: 'pointer',
    respectReducedMotion: true,
    components: {
      // Optional fields are marked as optional; required ones have no mark.
      InputWrapper: { defaultProps: { withAsterisk: false } },
      Notification: {
        defaultProps: { closeButtonProps: { 'aria-label': common.close } },
        styles: { description: { color: 'var(--mantine-color-text)' } },
      },
      // Badges hold one word, which narrow columns must not cut.
      Badge: { styles: { root: { minWidth: 'max-content' } } },
    },
  });
}

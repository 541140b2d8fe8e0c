import { createTheme, type MantineColorsTuple } from '@mantine/core';
import { common } from '#panel/texts/common.ts';

// font.css defines both Inters: the second has the metrics of the first, so that no text moves.
const FONTS =
  'Inter, "Inter Fallback", system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif';

const CLOSE = { closeButtonProps: { 'aria-label': common.close } };

/** Ten shades from light to dark. White text is readable on the eighth (WCAG 2.2, 1.4.3). */
export type Shades = MantineColorsTuple;

/** The green of a platform that has chosen no colour of its own. */
const GREEN: MantineColorsTuple = [
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
/** The orange of the test environment's strip and of its switch. */
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

const WHITE = 255;
/** How much white (positive) or black (negative) each shade mixes in; the eighth is the color. */
const MIXES = [0.92, 0.82, 0.68, 0.52, 0.38, 0.25, 0.12, 0, -0.15, -0.3];

/** Ten shades of the brand's colour, which the server checked; undefined: the panel's green. */
export function shadesOf(color: string | undefined): Shades {
  if (color === undefined) return GREEN;
  const channels = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  const shades = MIXES.map((mix) => {
    const target = mix > 0 ? WHITE : 0;
    const mixed = channels.map((channel) => channel + (target - channel) * Math.abs(mix));
    return `#${mixed.map((one) => Math.round(one).toString(16).padStart(2, '0')).join('')}`;
  });
  return shades as unknown as Shades;
}

/**
 * The theme of the panel in a platform's colour. All sizes of text are those of this file: a test
 * refuses others.
 */
export function themeOf(brand: Shades = GREEN) {
  return createTheme({
    colors: { brand, test, red },
    primaryColor: 'brand',
    primaryShade: 7,
    autoContrast: true,
    luminanceThreshold: 0.35,
    defaultRadius: 'md',
    fontFamily: FONTS,
    fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '1rem', lg: '1.125rem', xl: '1.25rem' },
    headings: {
      fontWeight: '650',
      sizes: {
        h1: { fontSize: '1.5rem', lineHeight: '1.3' },
        h2: { fontSize: '1.125rem', lineHeight: '1.4' },
        h3: { fontSize: '1rem', lineHeight: '1.5' },
      },
    },
    cursorType: 'pointer',
    respectReducedMotion: true,
    components: {
      // Optional fields are marked as optional; required ones have no mark.
      InputWrapper: { defaultProps: { withAsterisk: false } },
      // The fault of a text field has this distance of its own.
      CheckboxGroup: { defaultProps: { errorProps: { mt: 5 } } },
      RadioGroup: { defaultProps: { errorProps: { mt: 5 } } },
      Notification: {
        // The live region around all of them tells them (overlays.tsx).
        defaultProps: { ...CLOSE, role: 'none' },
        styles: { description: { color: 'var(--mantine-color-text)' } },
      },
      Modal: { defaultProps: CLOSE },
      Drawer: { defaultProps: CLOSE },
      // The first entry has the focus, instead of an element that no menu may have.
      Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
      // Their `header` would be a second banner of the page to a screen reader.
      ModalHeader: { defaultProps: { role: 'presentation' } },
      DrawerHeader: { defaultProps: { role: 'presentation' } },
      PasswordInput: {
        defaultProps: { visibilityToggleButtonProps: { 'aria-label': common.showTyped } },
      },
      // Badges hold one word, which narrow columns must not cut.
      Badge: { styles: { root: { minWidth: 'max-content' } } },
    },
  });
}

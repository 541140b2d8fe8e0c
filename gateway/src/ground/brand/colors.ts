const HEX = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i;
/** WCAG 2.2, 1.4.3 (AA): text of normal size. */
const CONTRAST_MIN = 4.5;
const DARKER = 0.97;
const LIGHTER = 0.05;
const WHITE = 255;
/** The paper of pages in a dark scheme. */
const DARK_GROUND = '#1f2023';

type Channels = readonly [number, number, number];

/** The channels of `#rrggbb`, 0 to 255; undefined for another text. */
function channelsOf(color: string): Channels | undefined {
  const [, red, green, blue] = HEX.exec(color) ?? [];
  if (red === undefined || green === undefined || blue === undefined) return undefined;
  return [Number.parseInt(red, 16), Number.parseInt(green, 16), Number.parseInt(blue, 16)];
}

/** The relative luminance of WCAG 2.2. */
function luminanceOf(channels: Channels): number {
  const [red, green, blue] = channels.map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function hasContrast(channels: Channels): boolean {
  return 1.05 / (luminanceOf(channels) + 0.05) >= CONTRAST_MIN;
}

/**
 * The color itself when white text on it is readable, else the nearest darker one of its tone;
 * undefined for a text that is no `#rrggbb`.
 */
export function readableColor(color: string): string | undefined {
  let channels = channelsOf(color);
  if (channels === undefined) return undefined;
  while (!hasContrast(channels)) {
    channels = channels.map((channel) => Math.floor(channel * DARKER)) as unknown as Channels;
  }
  return hexOf(channels);
}

/** Black or white, whichever has more contrast on a color (`#rrggbb`). */
export function textColorOn(color: string): '#000' | '#fff' {
  const luminance = luminanceOf(channelsOf(color) ?? [0, 0, 0]);
  const [onBlack, onWhite] = [(luminance + 0.05) / 0.05, 1.05 / (luminance + 0.05)];
  return onWhite >= onBlack ? '#fff' : '#000';
}

/** The nearest lighter color of the same tone that is readable on the dark paper of a page. */
export function colorOnDark(color: string): string {
  const ground = luminanceOf(channelsOf(DARK_GROUND) ?? [0, 0, 0]);
  let channels = channelsOf(color) ?? [WHITE, WHITE, WHITE];
  while ((luminanceOf(channels) + 0.05) / (ground + 0.05) < CONTRAST_MIN) {
    channels = channels.map((channel) =>
      Math.ceil(channel + (WHITE - channel) * LIGHTER),
    ) as unknown as Channels;
  }
  return hexOf(channels);
}

function hexOf(channels: Channels): string {
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

import { Refusal } from '#src/platform/errors/problems.ts';
import {
  type ImageType,
  type MeasuredImage,
  measureImage,
} from '#src/platform/images/measure-image.ts';
import { withoutMetadata } from '#src/platform/images/remove-metadata.ts';

export const LOGO_BYTES_MAX = 256 * 1_024;

const SIDE_MIN = 16;
const SIDE_MAX = 2_048;

/** A logo with its bytes. */
export interface LogoContent {
  readonly content: Buffer;
  readonly type: ImageType;
}

/**
 * Finds type and size of a logo from its bytes; neither its name nor its declared type counts. Its
 * content is without metadata, such as where a photo was taken. Refuses `logo_invalid` for other
 * types, more than 256 KiB, and sides outside 16 to 2048 pixels.
 */
export function readLogo(sent: Buffer): MeasuredImage & LogoContent {
  const found = sent.length <= LOGO_BYTES_MAX ? measureImage(sent) : undefined;
  const fits = (side: number) => side >= SIDE_MIN && side <= SIDE_MAX;
  const content = found && withoutMetadata(sent, found.type);
  if (!content || !fits(found.width) || !fits(found.height)) throw new Refusal('logo_invalid');
  return { ...found, content };
}

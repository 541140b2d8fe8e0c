import { Refusal } from '#src/ground/errors/problems.ts';
import type { ImageType } from '#src/ground/images/measure-image.ts';
import { readUploadedImage, type UploadedImage } from '#src/ground/images/read-uploaded-image.ts';

export const LOGO_BYTES_MAX = 256 * 1_024;

const SIDES = { sideMin: 16, sideMax: 2_048 };

/** A logo with its bytes. */
export interface LogoContent {
  readonly content: Buffer;
  readonly type: ImageType;
}

/**
 * Reads an uploaded logo. Refuses `logo_invalid` for anything but PNG, JPEG and WebP, for more than
 * 256 KiB, and for sides outside 16 to 2048 pixels.
 */
export function readLogo(sent: Buffer): UploadedImage {
  const logo = sent.length <= LOGO_BYTES_MAX ? readUploadedImage(sent, SIDES) : undefined;
  if (!logo) throw new Refusal('logo_invalid');
  return logo;
}

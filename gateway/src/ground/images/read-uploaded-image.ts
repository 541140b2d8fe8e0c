import { type MeasuredImage, measureImage } from './measure-image.ts';
import { withoutMetadata } from './remove-metadata.ts';

/** An uploaded image, without metadata such as where a photo was taken. */
export interface UploadedImage extends MeasuredImage {
  readonly content: Buffer;
}

/**
 * Reads an uploaded image. Its type and size are found in its bytes; its declared type is ignored.
 * Undefined for anything but PNG, JPEG and WebP, and for a side outside the limits, in pixels.
 */
export function readUploadedImage(
  sent: Buffer,
  { sideMin, sideMax }: { readonly sideMin: number; readonly sideMax: number },
): UploadedImage | undefined {
  const measured = measureImage(sent);
  const fits = (side: number) => side >= sideMin && side <= sideMax;
  if (!measured || !fits(measured.width) || !fits(measured.height)) return undefined;
  const content = withoutMetadata(sent, measured.type);
  return content && { ...measured, content };
}

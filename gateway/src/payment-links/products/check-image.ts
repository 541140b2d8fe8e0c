import { Refusal } from '#src/platform/errors/problems.ts';
import { type ImageType, measureImage } from '#src/platform/images/measure-image.ts';
import { withoutMetadata } from '#src/platform/images/remove-metadata.ts';

export const IMAGE_BYTES_MAX = 512 * 1_024;
const SIDE_MAX = 4_096;

/**
 * An image for everybody, without metadata such as where a photo was taken. Its type is that of its
 * bytes: what the sender declares is not believed. Refuses `image_invalid` for anything but PNG,
 * JPEG and WebP of 1 to 4096 pixels a side.
 */
export function publicImage(sent: Buffer): { readonly type: ImageType; readonly content: Buffer } {
  const image = measureImage(sent);
  const isSide = (side: number): boolean => side >= 1 && side <= SIDE_MAX;
  const content = image && withoutMetadata(sent, image.type);
  if (!content || !isSide(image.width) || !isSide(image.height)) {
    throw new Refusal('image_invalid');
  }
  return { type: image.type, content };
}

import { Refusal } from '#src/ground/errors/problems.ts';
import { readUploadedImage, type UploadedImage } from '#src/ground/images/read-uploaded-image.ts';

export const IMAGE_BYTES_MAX = 512 * 1_024;

const SIDES = { sideMin: 1, sideMax: 4_096 };

/**
 * Reads the uploaded image of a product. Refuses `image_invalid` for anything but PNG, JPEG and
 * WebP of 1 to 4096 pixels a side.
 */
export function readProductImage(sent: Buffer): UploadedImage {
  const image = readUploadedImage(sent, SIDES);
  if (!image) throw new Refusal('image_invalid');
  return image;
}

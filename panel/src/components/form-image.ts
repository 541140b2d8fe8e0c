import { addressOf } from '#panel/api/client.ts';

/** The types of images that the gateway takes. */
export const IMAGE_TYPES = 'image/png,image/jpeg,image/webp';

/** Puts an image at an address of the API, or removes it (null). Throws the gateway's refusal. */
export async function sendImage(address: string, image: File | null): Promise<void> {
  const answer = await fetch(
    addressOf(address),
    image === null
      ? { method: 'DELETE' }
      : { method: 'PUT', body: image, headers: { 'content-type': image.type } },
  );
  if (!answer.ok) throw await answer.json();
}

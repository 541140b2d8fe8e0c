import type { Environment } from '#panel/session/environment.tsx';

/** The most bytes of an image, as the gateway takes it. */
export const IMAGE_BYTES_MAX = 512 * 1_024;
export const IMAGE_TYPES = 'image/png,image/jpeg,image/webp';

/** Sends the image of a product, or removes it (null). Throws the gateway's refusal. */
export async function sendImage(
  { environment, id }: { readonly environment: Environment; readonly id: string },
  file: File | null,
): Promise<void> {
  const path = `/api/panel/${environment}/products/${id}/image`;
  const answer = await fetch(
    path,
    file === null
      ? { method: 'DELETE' }
      : { method: 'PUT', body: file, headers: { 'content-type': file.type } },
  );
  if (!answer.ok) throw await answer.json();
}

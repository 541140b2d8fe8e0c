import { isoTime } from '#src/ground/clock.ts';
import type { Endpoint } from './endpoint.ts';

/** An endpoint as the merchants' API and the panel show it. */
export function endpointView({ id, url, events, pixKey, status, createdAt }: Endpoint) {
  const shown = { id, url, events: [...events], pix_key: pixKey };
  return { ...shown, status, created_at: isoTime(createdAt) };
}

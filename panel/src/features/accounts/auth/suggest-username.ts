const LENGTH_MIN = 3;
const LENGTH_MAX = 30;
const MARKS = /\p{Mn}/gu;

/** A username made of the name of a shop: "Café da Ana" gives "cafe-da-ana"; empty if too short. */
export function usernameOf(name: string): string {
  const plain = name.normalize('NFD').replaceAll(MARKS, '').toLowerCase();
  const words = plain.replaceAll(/[^a-z0-9]+/g, '-').replace(/^-/, '');
  const username = words.slice(0, LENGTH_MAX).replace(/-$/, '');
  return username.length < LENGTH_MIN ? '' : username;
}

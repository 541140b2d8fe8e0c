const PREFIX = '/pix/v2';
// With the look-behind, each slash is read once: a long row of them cost its length squared.
const SLASHES_AT_END = /(?<!\/)\/+$/;

/** Whether a path is one of the Central Bank's API, whose answers follow its document. */
export function isStandardPath(url: string): boolean {
  return url === PREFIX || url.startsWith(`${PREFIX}/`) || url.startsWith(`${PREFIX}?`);
}

/**
 * The path of a request as our routes know it. Clients of banks send a slash at the end, and the
 * `+` of an instant without its encoding, which a query string otherwise reads as a blank.
 */
export function repairStandardUrl(url: string): string {
  if (!isStandardPath(url)) return url;
  const [path = '', ...query] = url.split('?');
  const bare = path.length > PREFIX.length + 1 ? path.replace(SLASHES_AT_END, '') : path;
  return query.length === 0 ? bare : `${bare}?${query.join('?').replaceAll('+', '%2B')}`;
}

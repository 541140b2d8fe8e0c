/**
 * Whether an `If-None-Match` names the tag (RFC 9110, section 13.1.2). The header is a list of
 * tags, which are compared weakly, or an asterisk.
 */
export function isKnownTag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch
    .split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''))
    .some((tag) => tag === '*' || tag === etag);
}

/** The embedded database can't be used. The message is one line, in Portuguese: what to do. */
export class EmbeddedDatabaseError extends Error {
  override readonly name = 'EmbeddedDatabaseError';
}

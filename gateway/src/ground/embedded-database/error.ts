/** The embedded database can't be used. The message says in one Portuguese line what to do. */
export class EmbeddedDatabaseError extends Error {
  override readonly name = 'EmbeddedDatabaseError';
}

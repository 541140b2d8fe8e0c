/** A backup can't be made, read or restored. The message says in one Portuguese line what to do. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}

/** The database is not for this version. The message says in one Portuguese line why. */
export class MigrationRefusal extends Error {
  override readonly name = 'MigrationRefusal';
}

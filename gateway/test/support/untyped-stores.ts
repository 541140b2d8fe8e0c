/** Parts of the platform with untyped statements, and why. */
const MECHANISM = {
  'ground/database/bucket-databases.ts': 'it runs the typed statements',
  'ground/database/bucket-fences.ts': 'the owner sends them while it changes the schema',
  'ground/database/create-bucket.ts': 'the owner sends them while it changes the schema',
  'ground/database/database-roles.ts': 'they are sent before the schema exists',
  'ground/database/database.ts': 'it runs the typed statements',
  'ground/database/migrate-buckets.ts': 'the owner sends them while it changes the schema',
  'ground/database/move-rows.ts': 'their tables and columns come from the catalog',
  'ground/database/plan-once.ts': 'they set options of the session',
};

/** The files of gateway/src with untyped statements. */
export const UNTYPED_STORES: readonly string[] = Object.keys(MECHANISM);

// Placeholder of the lead until the real one lands: overwrite it.
export class EmbeddedDatabaseError extends Error {}
export interface EmbeddedDatabase {
  connectionString: string;
  stop(): Promise<void>;
}
export async function startEmbeddedDatabase(_options: {
  dataDir: string;
  log: (line: { level: 'info' | 'warn' | 'error'; message: string }) => void;
  durable?: boolean;
}): Promise<EmbeddedDatabase> {
  throw new Error('not yet');
}
export async function findRunningEmbeddedDatabase(_dataDir: string): Promise<string | undefined> {
  return undefined;
}

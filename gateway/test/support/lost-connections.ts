import pg from 'pg';

/**
 * Loaded before a command with `--import`: the connections of its pools are lost when they are
 * closed, as when a server ends them after the last answer.
 */
const { end } = pg.Pool.prototype;
pg.Pool.prototype.end = async function lose(this: pg.Pool): Promise<void> {
  await Reflect.apply(end, this, []);
  // The migrations at the start have a pool of one connection, which is closed before the work.
  if (this.options.max === 1) return;
  throw new Error('Connection terminated unexpectedly');
} as typeof end;

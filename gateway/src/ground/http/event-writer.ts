import type { PassThrough } from 'node:stream';

/** When a stream is closed because its reader is too slow. */
export interface SlowReaderLimits {
  /** A write closes the stream if more than this many bytes are unread. */
  readonly unreadBytesMax?: number;
  /** How long the reader may leave a full buffer unread, in milliseconds. */
  readonly stalledMs?: number;
}

/** Writes server-sent events to the reader of one stream. */
export interface EventWriter {
  /** Writes whole messages; does nothing once the stream has ended. */
  send(text: string): void;
  /** False once the stream has ended or closed. */
  isOpen(): boolean;
  /** Whether the reader has to read what was written before more should be written. */
  isBehind(): boolean;
  /** Waits until the reader isn't behind any more, or the stream has closed. */
  caughtUp(): Promise<void>;
  end(): void;
}

/** Creates the writer of a stream. */
export function createEventWriter(
  stream: PassThrough,
  { unreadBytesMax = Number.POSITIVE_INFINITY, stalledMs }: SlowReaderLimits,
): EventWriter {
  let behind: PromiseWithResolvers<void> | undefined;
  let stalled: NodeJS.Timeout | undefined;

  function catchUp(): void {
    clearTimeout(stalled);
    behind?.resolve();
    behind = undefined;
  }

  function fallBehind(): void {
    behind = Promise.withResolvers();
    if (stalledMs !== undefined) stalled = setTimeout(() => stream.destroy(), stalledMs);
  }

  stream.on('drain', catchUp).once('close', catchUp);
  return {
    send(text) {
      if (stream.writableLength > unreadBytesMax) stream.destroy();
      else if (stream.writable && !stream.write(text) && !behind) fallBehind();
    },
    isOpen: () => stream.writable,
    isBehind: () => behind !== undefined,
    caughtUp: async () => behind?.promise,
    end: () => stream.end(),
  };
}

/** The text of a message. */
export function messageOf(data: string, named?: { id: string; event: string }): string {
  const head = named ? `id: ${named.id}\nevent: ${named.event}\n` : '';
  return `${head}data: ${data}\n\n`;
}

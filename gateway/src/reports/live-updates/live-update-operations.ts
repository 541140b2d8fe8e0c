import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { memberRules } from '#src/ground/access/member-access.ts';
import type { Member } from '#src/ground/access/member-of-request.ts';
import { clientNetwork } from '#src/ground/http/client-network.ts';
import { operationsOf } from '#src/ground/http/operation.ts';
import { sendStream } from '#src/ground/http/stream-hub.ts';
import type { createUpdateStreams } from './update-streams.ts';

export interface LiveUpdateParts {
  /** The current member of a request; undefined when the request would be refused now. */
  readonly readMember: (request: FastifyRequest) => Promise<Member | undefined>;
}

interface LiveUpdateDeps extends LiveUpdateParts {
  readonly streams: ReturnType<typeof createUpdateStreams>;
}

/** In the API document a text; the handler returns a stream. */
const EventStream = Type.Unsafe<Readable>({ type: 'string' });

/** Sends a merchant's changes to its open pages as they happen, by server-sent events. */
export const liveUpdateOperations = [
  operationsOf<LiveUpdateDeps>().operation({
    at: 'GET /events',
    member: { id: 'listenToEvents', access: memberRules.read, environment: 'none' },
    answer: [200, { content: { 'text/event-stream': { schema: EventStream } } }],
    isDownload: true,
    run: async ({ deps, member: { merchant, sessionId }, request, reply }) => {
      const { merchantId } = merchant;
      const stream = await deps.streams.open({
        merchantId,
        sessionId,
        address: clientNetwork(request.ip),
        // An operator's session may see another merchant by now, or none.
        isAllowed: async () => (await deps.readMember(request))?.merchant.merchantId === merchantId,
      });
      return sendStream(reply, stream);
    },
  }),
];

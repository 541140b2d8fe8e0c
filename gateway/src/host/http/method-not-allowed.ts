import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import createRouter from 'find-my-way';
import { Refusal } from '#src/ground/errors/problems.ts';

/** A method that no path has. */
const UNUSED_METHOD = 'TRACE';
const USUAL_METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', UNUSED_METHOD];

type Methods = ReadonlySet<string>;
type CountBudget = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/** The method under which a request is handled and counted: unusual ones are all TRACE. */
export function routedMethod(method: string | undefined): string | undefined {
  return method === undefined || USUAL_METHODS.includes(method) ? method : UNUSED_METHOD;
}

/**
 * Answers 405 with `Allow` for every method that a known path does not have, before the guards:
 * route and method are checked before the credentials. To register each path for all other methods
 * would take a tenth of a start, so the path of a request without a route is looked up.
 * @returns the function that must be called when all routes are registered.
 */
export function refuseOtherMethods(app: FastifyInstance, countBudget: CountBudget): () => void {
  const registered = new Map<string, Set<string>>();
  const paths: { known: ReadonlyMap<string, Methods>; find?: PathFinder } = { known: new Map() };
  app.decorateRequest('refusedUrl', undefined);
  app.addHook('onRoute', ({ url, method }) => {
    const methods = registered.get(url) ?? new Set();
    for (const allowed of [method].flat()) methods.add(allowed);
    registered.set(url, methods);
  });
  const refuse = async (request: FastifyRequest, reply: FastifyReply, url: string) => {
    request.refusedUrl = url;
    if (url.startsWith('/v1/')) await countBudget(request, reply);
    const allow = [...(paths.known.get(url) ?? [])].sort().join(', ');
    throw new Refusal('method_not_allowed', { allow });
  };
  app.addHook('onRequest', (request, reply, done) => {
    if (!request.is404) return done();
    paths.find ??= pathFinder(paths.known.keys());
    const url = paths.find(request.url);
    if (url === undefined) done();
    else refuse(request, reply, url).catch(done);
  });
  return () => {
    paths.known = new Map([...registered].map(([url, methods]) => [url, new Set(methods)]));
    for (const [url, methods] of hiddenPaths(paths.known)) {
      const method = USUAL_METHODS.filter((usual) => !methods.has(usual));
      const refuseHere = (request: FastifyRequest, reply: FastifyReply) =>
        refuse(request, reply, url);
      const schema = { hide: true };
      app.route({ method, url, schema, onRequest: refuseHere, handler: refuseHere });
    }
  };
}

type PathFinder = (url: string) => string | undefined;

/** Finds the pattern that fits a path as the router of the server does, for all methods. */
function pathFinder(patterns: Iterable<string>): PathFinder {
  const router = createRouter({ maxParamLength: Number.MAX_SAFE_INTEGER });
  for (const pattern of patterns) router.on('GET', pattern, () => {}, pattern);
  return (url) => router.find('GET', url)?.store;
}

/**
 * The paths that fit the pattern of another path with a method that they don't have: `/a/new`
 * beside `/a/:id`. Such a request has a route, so it must be refused there.
 */
function hiddenPaths(known: ReadonlyMap<string, Methods>): [string, Methods][] {
  const patterns = [...known]
    .filter(([pattern]) => /[:*]/.test(pattern))
    .map(([pattern, methods]) => ({ pattern, methods: [...methods], ...shapeOf(pattern) }));
  return [...known].filter(([url, own]) =>
    patterns.some(
      ({ pattern, methods, start, shape }) =>
        pattern !== url &&
        url.startsWith(start) &&
        shape.test(url) &&
        methods.some((method) => !own.has(method)),
    ),
  );
}

/** The fixed start of a pattern, and an expression for all paths that fit it, and maybe more. */
interface Shape {
  readonly start: string;
  readonly shape: RegExp;
}

/** By pattern: the servers of a process have the same. */
const shapes = new Map<string, Shape>();

function shapeOf(pattern: string): Shape {
  const known = shapes.get(pattern);
  if (known) return known;
  const [start = ''] = pattern.split(/[:*]/);
  const text = pattern
    .split(/(:\w+|\*)/)
    .map((part) => {
      if (part.startsWith(':')) return '[^/]*';
      return part === '*' ? '.*' : part.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&');
    })
    .join('');
  const made = { start, shape: new RegExp(`^${text}$`) };
  shapes.set(pattern, made);
  return made;
}

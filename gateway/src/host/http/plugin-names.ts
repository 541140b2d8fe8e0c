import type { FastifyInstance } from 'fastify';

/** The property in which Fastify first looks for the name of a plugin. */
const NAME = Symbol.for('fastify.display-name');

/**
 * Names the plugins that are registered after the call. Fastify would compare each plugin without
 * this name with all loaded modules, and a start registers hundreds.
 */
export function namePlugins(app: FastifyInstance): void {
  const { register } = app;
  const registerNamed = function (
    this: FastifyInstance,
    ...[plugin, options]: Parameters<typeof register>
  ): unknown {
    if (typeof plugin === 'function' && !(NAME in plugin)) {
      Object.defineProperty(plugin, NAME, { value: plugin.name || 'routes' });
    }
    return register.call(this, plugin, options);
  };
  app.register = registerNamed as typeof register;
}
